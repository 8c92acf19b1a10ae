// The app's own few icons: 16 × 16, drawn with the text's colour.
import type { ReactNode } from "react";

const paths = {
  check: <path d="M3 8.5 6.4 12 13 4.5" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  plus: <path d="M8 3v10M3 8h10" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  chevronDown: <path d="m4 6 4 4 4-4" />,
  chevronRight: <path d="m6 4 4 4-4 4" />,
  chevronLeft: <path d="m10 4-4 4 4 4" />,
  chevronUp: <path d="m4 10 4-4 4 4" />,
  arrowUp: <path d="M8 13V3M4 7l4-4 4 4" />,
  arrowDown: <path d="M8 3v10M4 9l4 4 4-4" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  wrap: <path d="M2.5 4h11M2.5 8h8a2.2 2.2 0 0 1 0 4.4H8M9.6 10.6 8 12.4l1.6 1.8M2.5 12h2.5" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2.4" />,
  step: <path d="M3.5 3.5v9l6-4.5zM12 3.5v9" />,
  play: <path d="M5 3.2v9.6l7.5-4.8z" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
    </>
  ),
  cut: (
    <>
      <circle cx="4.3" cy="11.6" r="1.9" />
      <circle cx="11.7" cy="11.6" r="1.9" />
      <path d="M5.4 10.1 11 2.5M10.6 10.1 5 2.5" />
    </>
  ),
  limit: <path d="M2.8 13.5V4.5l5.2-2 5.2 2v9M2.8 9h10.4" />,
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.6" />
      <path d="M2.8 13.5c.6-2.9 2.6-4.4 5.2-4.4s4.6 1.5 5.2 4.4" />
    </>
  ),
  warning: <path d="M8 2.4 14.3 13.4H1.7zM8 6.4v3.4M8 11.4v.4" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 7.3v3.8M8 4.9v.4" />
    </>
  ),
  dots: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" strokeWidth="2.4" />,
  fork: (
    <>
      <circle cx="4" cy="3.7" r="1.7" />
      <circle cx="12" cy="3.7" r="1.7" />
      <circle cx="8" cy="12.3" r="1.7" />
      <path d="M4 5.4v.6a2 2 0 0 0 2 2h4a2 2 0 0 0 2-2v-.6M8 8v2.6" />
    </>
  ),
  compare: <path d="M6.5 2.5h-4v11h4M9.5 2.5h4v11h-4M8 1.5v13" />,
  gear: (
    <>
      <circle cx="8" cy="8" r="2.2" />
      <path d="M8 1.8v2M8 12.2v2M14.2 8h-2M3.8 8h-2M12.4 3.6 11 5M5 11l-1.4 1.4M12.4 12.4 11 11M5 5 3.6 3.6" />
    </>
  ),
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1" />,
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
      <path d="M4 6.8h.1M6.7 6.8h.1M9.3 6.8h.1M12 6.8h.1M5 9.8h6" />
    </>
  ),
  trash: <path d="M3 4.5h10M6.2 4.5V2.8h3.6v1.7M4.3 4.5l.6 8.8h6.2l.6-8.8" />,
  refresh: <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.6h-2.6" />,
  external: <path d="M6.5 3.5H3.5v9h9v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5" />,
  pencil: <path d="m3 13 .7-2.9 7.6-7.6 2.2 2.2-7.6 7.6z" />,
  tool: <path d="M10.2 2.6a3.3 3.3 0 0 0-3 4.4L2.8 11.4l1.8 1.8L9 8.8a3.3 3.3 0 0 0 4.4-3.9L11.3 7 9 6.9 9 4.7z" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths[name]}
    </svg>
  );
}
