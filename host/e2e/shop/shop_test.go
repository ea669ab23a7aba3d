package shop_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/shop"
)

func TestShop_counts_an_order_and_shows_its_number(t *testing.T) {
	t.Parallel()
	var s shop.Shop
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	get := func(res *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	if page := get(http.Get(server.URL)); !strings.Contains(page, "Your order") {
		t.Errorf("the first page has no form: %s", page)
	}
	form := url.Values{"name": {"Mira <b>"}, "email": {"m@x.example"}, "terms": {"yes"}, "roast": {"Dark"}}
	page := get(http.PostForm(server.URL+"/order", form))
	orders := s.Orders()
	if len(orders) != 1 || orders[0].Roast != "Dark" {
		t.Fatalf("orders: %+v", orders)
	}
	for _, want := range []string{orders[0].Number, "Mira &lt;b&gt;", "Your order is in"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	form.Del("terms")
	get(http.PostForm(server.URL+"/order", form))
	if len(s.Orders()) != 1 {
		t.Error("an order without the terms was taken")
	}
}
