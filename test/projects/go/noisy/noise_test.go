package noise

import (
	"fmt"
	"strings"
	"testing"
)

func TestTalks(t *testing.T) {
	for i := 0; i < 50_000; i++ {
		fmt.Println(strings.Repeat("x", 99))
	}
}
