/** The drop of resin and the name. In neutral ink: amber is reserved for what waits for a decision. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-16 font-semibold tracking-[-0.01em] text-ink">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="shrink-0">
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M8 .9c2.1 2.3 5 5.2 5 8.6a5 5 0 0 1-10 0C3 6.1 5.9 3.2 8 .9Zm.2 7.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z"
        />
      </svg>
      Amber
    </span>
  );
}
