package padding

import "testing"

func TestPads(t *testing.T) {
	if got := Pad("a"); got != "         a" {
		t.Errorf("got %q", got)
	}
}
