// A link to the fork page; what is to stand there is prepared when it is followed.
import { Icon } from "./icon.tsx";

export function ForkLink({
  href,
  title,
  prepare,
  children,
}: {
  href: string;
  title?: string;
  /** Called before the page opens, by click, key or middle button. */
  prepare: () => void;
  children: string;
}) {
  return (
    <a href={href} title={title} className="button button--normal button--small" onClick={prepare} onAuxClick={prepare}>
      <Icon name="fork" />
      <span className="button__text">{children}</span>
    </a>
  );
}
