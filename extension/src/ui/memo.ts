// A component that is drawn again only when one of its properties is another.
// The reducer keeps what has not changed, so comparing identities is enough.

import { Component, type ComponentType, createElement, type VNode } from "preact";

export function memo<P extends object>(inner: (props: P) => VNode | null): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !sameProps(this.props, next);
    }

    override render(props: P): VNode<P> {
      return createElement(inner, props);
    }
  };
}

function sameProps(a: object, b: object): boolean {
  const before = new Map<string, unknown>(Object.entries(a));
  const after = Object.entries(b);
  return before.size === after.length && after.every(([key, value]) => before.has(key) && before.get(key) === value);
}
