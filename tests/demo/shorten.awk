# What the README shows of a transcript of ./dev demo: of the sources translated the first two and the last, of the code
# objects compiled the first three and the last two, of the modules listed the first two and the last; of the rest all.
BEGIN {
  first["hipify"] = 2; last["hipify"] = 1
  first["compile"] = 3; last["compile"] = 2
  first["module"] = 2; last["module"] = 1
}
{
  if (/^\[[0-9]+\/[0-9]+\] hipify /) kind = "hipify"
  else if (/^\[[0-9]+\/[0-9]+\] compile /) kind = "compile"
  else if (/^[^ ]+: [0-9]+ kernels, first /) kind = "module"
  else if (kind != "module" || !/^ /) kind = "rest"
  # The lines of a module's code objects go with its own.
  if (kind != "module" || !/^ /) ++count[kind]
  text[NR] = $0
  kind_of[NR] = kind
  place[NR] = count[kind]
}
END {
  for (i = 1; i <= NR; ++i) {
    kind = kind_of[i]
    if (kind == "rest" || place[i] <= first[kind] || place[i] > count[kind] - last[kind]) print text[i]
    else if (!cut[kind]++) print "..."
  }
}
