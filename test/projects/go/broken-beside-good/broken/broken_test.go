package broken

import "testing"

func TestAdds(t *testing.T {
	if 1+2 != 3 {
		t.Error("wrong")
	}
}
