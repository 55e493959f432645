package padding

import "github.com/example/leftpad"

func Pad(text string) string { return leftpad.Pad(text, 10) }
