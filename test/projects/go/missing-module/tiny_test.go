package tiny_test

import (
	"testing"

	"example.com/tiny/stack"
)

func TestIsEmpty(t *testing.T) {
	if !stack.New().IsEmpty() {
		t.Error("not empty")
	}
}
