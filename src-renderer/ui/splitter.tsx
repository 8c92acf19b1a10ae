// Panes side by side or stacked, with a separator that can be dragged or moved with the arrow keys; sizes are remembered.
import { Fragment, type ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { m } from "./messages/messages.ts";
import "./splitter.css";

export interface SplitPane {
  id: string;
  content: ReactNode;
  /** Percent (number) or CSS length such as "320px". */
  defaultSize?: number | string;
  minSize?: number | string;
}

export interface SplitterProps {
  /** Names the stored sizes. */
  id: string;
  direction: "horizontal" | "vertical";
  panes: readonly SplitPane[];
}

export function Splitter({ id, direction, panes }: SplitterProps) {
  const layout = useDefaultLayout({ id: `loopscope.split.${id}`, panelIds: panes.map((pane) => pane.id) });
  return (
    <Group
      id={id}
      className="splitter"
      orientation={direction}
      onLayoutChanged={layout.onLayoutChanged}
      {...(layout.defaultLayout ? { defaultLayout: layout.defaultLayout } : {})}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index === 0 ? null : (
            <Separator className={`splitter__bar splitter__bar--${direction}`} aria-label={m.common.resize} />
          )}
          <Panel
            id={pane.id}
            className="splitter__pane"
            minSize={pane.minSize ?? "120px"}
            {...(pane.defaultSize === undefined ? {} : { defaultSize: pane.defaultSize })}
          >
            {pane.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
