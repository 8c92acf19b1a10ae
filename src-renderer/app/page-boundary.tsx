// Catches what a page throws, so that the rest of the app goes on; offers to load the page again and to copy the details.
import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy.ts";
import { m } from "../ui/messages/messages.ts";
import { ErrorState } from "../ui/states.tsx";

interface State {
  error: Error | null;
  stack: string;
}

export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, stack: "" };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_error: Error, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack ?? "" });
  }

  override render(): ReactNode {
    const { error, stack } = this.state;
    if (!error) return this.props.children;
    const details = `${window.location.hash}\n${error.stack ?? error.message}\n${stack}`;
    return (
      <ErrorState
        title={m.app.pageFailed}
        error={`${error.message} ${m.app.pageFailedBody}`}
        actions={
          <>
            <Button kind="primary" icon="refresh" onClick={() => this.setState({ error: null, stack: "" })}>
              {m.app.reload}
            </Button>
            <Button icon="copy" onClick={() => void copyText(details)}>
              {m.app.copyDetails}
            </Button>
          </>
        }
      />
    );
  }
}
