# A public header as doxygen wants it: the comment at its start is about the file, and in C headers every comment is
# documentation, behind a member for that, but for the rulers between sections.
FNR == 1 { start = 1; c = FILENAME ~ /\.h$/ }
start && /^\/\// { if (FNR == 1) print "/// @file"; sub(/^\/\//, "///"); print; next }
start && c && /^\/\*/ { sub(/^\/\*/, "/** @file\n *"); print; start = 0; next }
{ start = 0 }
c && /^\/\* ----/ { print; next }
c && /^#/ { print; next }
c && /^ *\/\* / { sub(/\/\* /, "/** "); print; next }
c && /[;,] +\/\* / { sub(/\/\* /, "/**< "); print; next }
{ print }
