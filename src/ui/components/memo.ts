// Renders again only when a property is another one. The page's views keep identities, so this is all it needs.

import {
  Component,
  type ComponentChild,
  type ComponentType,
  createElement,
  type FunctionComponent,
} from 'preact';

export function memo<Props extends object>(render: (props: Props) => ComponentChild): ComponentType<Props> {
  const Inner: FunctionComponent<Props> = render;
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return differs(this.props, next) || differs(next, this.props);
    }
    override render(): ComponentChild {
      return createElement(Inner, this.props);
    }
  };
}

function differs<Props extends object>(a: Props, b: Props): boolean {
  for (const name in a) if (a[name] !== b[name]) return true;
  return false;
}
