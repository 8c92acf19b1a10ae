// The app's mark: a loop that does not close.

export function BrandMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <path d="M15.7 6.2A7 7 0 1 0 17 10" stroke="var(--accent)" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="10" cy="10" r="2.6" fill="var(--stop)" />
    </svg>
  );
}
