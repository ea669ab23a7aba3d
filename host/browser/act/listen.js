(view, name) => {
  const box = { __proto__: null, node: undefined, logs: [], dropped: 0 };
  view.addEventListener(name, (event) => void (box.node = event.composedPath()[0]), { __proto__: null, capture: true, once: true });
  Object.defineProperty(view, name, { __proto__: null, value: box, configurable: true });
  return box;
}
