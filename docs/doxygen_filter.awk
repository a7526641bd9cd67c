# Changes a public header for doxygen. The comment at its start becomes the documentation of the file. In a C header
# (.h), every comment becomes documentation: after a member, it documents this member. Lines that separate sections
# ("/* ----") and preprocessor directives are not changed.
FNR == 1 { start = 1; c = FILENAME ~ /\.h$/ }
start && /^\/\// { if (FNR == 1) print "/// @file"; sub(/^\/\//, "///"); print; next }
start && c && /^\/\*/ { sub(/^\/\*/, "/** @file\n *"); print; start = 0; next }
{ start = 0 }
c && /^\/\* ----/ { print; next }
c && /^#/ { print; next }
c && /^ *\/\* / { sub(/\/\* /, "/** "); print; next }
c && /[;,] +\/\* / { sub(/\/\* /, "/**< "); print; next }
{ print }
