package counting

import "testing"

func TestCounts(t *testing.T) {
	t.Run("zählt bis drei ✓ 数える", func(t *testing.T) {
		if len([]int{1, 2, 3}) != 3 {
			t.Error("not three")
		}
	})
}
