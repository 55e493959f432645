# The tests of the project: every file in t is one, and its first line names it.
n=0
for file in t/*.t; do
  [ -e "$file" ] || continue
  n=$((n + 1))
  name=$(head -n 1 "$file" | cut -c 3-)
  if sh "$file"; then echo "ok $n - $name"; else echo "not ok $n - $name"; fi
done
echo "1..$n"
