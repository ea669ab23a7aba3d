package offline_test

import "testing"

// TestPressedWith: what is said behind the name of a button is set before it is pressed,
// and where it cannot be set the button is not pressed.
func TestPressedWith(t *testing.T) {
	t.Parallel()
	profileTable(t, map[string]wish{
		"use":              {"use Add to cart", nil, "Add to cart", "Added", "Not done"},
		"use_with_a_value": {"use Add to cart, size Large", holds{"Size": "Large"}, "Add to cart", "Added", "Not done"},
		"use_with_two":     {"Use the Add to cart button with size Large, quantity 2", holds{"Size": "Large", "Quantity": "2"}, "Add to cart", "Added", "Not done"},
		"use_with_choice":  {"Use Add to cart, Large", holds{"Size": "Large"}, "Add to cart", "Added", "Not done"},
		"use_behind":       {"Size Large, use Add to cart", holds{"Size": "Large"}, "Add to cart", "Added", "Not done"},
		"press":            {"Press Buy now, quantity 3", holds{"Quantity": "3"}, "Buy now", "Bought", "Not done"},
		"brackets":         {"click Add to cart (size Large)", holds{"Size": "Large"}, "Add to cart", "Added", "Not done"},
		"not_a_size":       {"Press Add to cart, size Purple", holds{"Size": "Small"}, "", "Not done: “size Purple”; “Press Add to cart”", "Added"},
		"not_a_field":      {"use Buy now, colour blue", nil, "", "Not done: “colour blue”; “use Buy now”", "Bought"},
		"two_buttons":      {"Press Add to cart, Buy now", nil, "Add to cart, Buy now", "Bought", "Not done"},
		"a_value_to_use":   {"Use Large as the size", holds{"Size": "Large"}, "", "Large", "Not done"},
	})
}
