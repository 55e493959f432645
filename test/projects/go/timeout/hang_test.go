package hang

import (
	"testing"
	"time"
)

func TestHangs(t *testing.T) {
	time.Sleep(time.Hour)
}
