printf '1..1\nok 1 - adds\n'
exit 3
