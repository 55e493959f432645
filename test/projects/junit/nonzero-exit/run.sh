cat > "$1" << XML
<testsuite name="math" tests="1"><testcase classname="math" name="adds"/></testsuite>
XML
exit 3
