// Package shop is the demo shop that `make run` and the end-to-end tests order
// from: real pages with real forms, served on loopback.
//
// It guarantees that an order is counted once for each time that the form was
// sent, so that a repeated act can be seen, and that the confirmation number is
// random, so that nobody can know it without reading the page.
package shop

import (
	"crypto/rand"
	"embed"
	"fmt"
	"html/template"
	"math/big"
	"net/http"
	"sync"
)

//go:embed *.html *.css
var pages embed.FS

// Order is an order as it was sent.
type Order struct {
	Number   string
	Name     string
	Email    string
	Street   string
	City     string
	Roast    string
	Bags     string
	Delivery string
	Gift     bool
	Note     string
}

// Shop serves the pages and keeps the orders. The zero value is ready.
type Shop struct {
	mu     sync.Mutex // guards orders
	orders []Order
}

// Orders returns the orders so far, oldest first.
func (s *Shop) Orders() []Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Order(nil), s.orders...)
}

// Handler serves the shop.
func (s *Shop) Handler() http.Handler {
	t := template.Must(template.ParseFS(pages, "*.html"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { render(w, t, "order.html", nil) })
	mux.Handle("GET /shop.css", http.FileServerFS(pages))
	mux.HandleFunc("POST /order", s.take)
	mux.HandleFunc("GET /order/{number}", func(w http.ResponseWriter, r *http.Request) {
		for _, o := range s.Orders() {
			if o.Number == r.PathValue("number") {
				render(w, t, "confirmed.html", o)
				return
			}
		}
		http.NotFound(w, r)
	})
	return mux
}

// take counts an order and sends the browser on to its page.
func (s *Shop) take(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	o := Order{
		Name: r.PostFormValue("name"), Email: r.PostFormValue("email"), Street: r.PostFormValue("street"),
		City: r.PostFormValue("city"), Roast: r.PostFormValue("roast"), Bags: r.PostFormValue("bags"),
		Delivery: r.PostFormValue("delivery"), Gift: r.PostFormValue("gift") != "", Note: r.PostFormValue("note"),
	}
	if o.Name == "" || o.Email == "" || r.PostFormValue("terms") == "" {
		http.Error(w, "Name, e-mail and the terms are needed.", http.StatusBadRequest)
		return
	}
	o.Number = number()
	s.mu.Lock()
	s.orders = append(s.orders, o)
	s.mu.Unlock()
	http.Redirect(w, r, "/order/"+o.Number, http.StatusSeeOther)
}

func number() string {
	n, err := rand.Int(rand.Reader, big.NewInt(90000))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return fmt.Sprintf("MG-%d", 10000+n.Int64())
}

func render(w http.ResponseWriter, t *template.Template, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := t.ExecuteTemplate(w, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
