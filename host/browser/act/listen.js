(view, name) => {
  const box = { node: undefined, logs: [], dropped: 0 };
  view.addEventListener(name, (event) => void ([box.node] = event.composedPath()), { capture: true, once: true });
  Object.defineProperty(view, name, { value: box, configurable: true });
  return box;
}
