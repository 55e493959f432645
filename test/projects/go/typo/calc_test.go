package calc

import "testing"

func TestAdds(t *testing.T) {
	got := Add(1, 2)
	if gto != 3 {
		t.Errorf("got %d", got)
	}
}
