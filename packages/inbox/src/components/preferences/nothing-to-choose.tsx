/** A bell at rest among switches: there is nothing to turn on or off. */
export const NothingToChoose = () => (
  <svg className="nc-preferences-drawing" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
    <g className="nc-preferences-drawing-back">
      <rect x="8" y="14" width="42" height="20" rx="10" />
      <rect x="74" y="42" width="38" height="18" rx="9" />
      <rect x="18" y="58" width="30" height="14" rx="7" />
    </g>
    <g className="nc-preferences-drawing-knobs">
      <circle cx="18" cy="24" r="6" />
      <circle cx="83" cy="51" r="5.5" />
      <circle cx="25" cy="65" r="4" />
    </g>
    <path
      className="nc-preferences-drawing-bell"
      d="M60 16c-10 0-17 7.500-17 17 0 14-6 18-6 23h46c0-5-6-9-6-23 0-9.500-7-17-17-17ZM54 62a6.200 6.200 0 0 0 12 0"
    />
    <path className="nc-preferences-drawing-bell" d="M60 12v4M91 14h7l-7 8h7M102 5h4.500l-4.500 5h4.500" />
  </svg>
)
