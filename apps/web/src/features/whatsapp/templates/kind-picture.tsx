import type { TemplateKind } from './editor/kinds.ts'
import classes from './kinds.module.css'

const lines = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, index) => (
    <rect key={width} className={classes.ink} x={x} y={y + index * 7} width={width} height={3} rx={1.5} />
  ))

const pictures: Readonly<Record<TemplateKind, React.ReactNode>> = {
  standard: (
    <>
      <rect className={classes.paper} x={20} y={8} width={80} height={64} rx={7} />
      {lines(28, 17, [50, 62, 40])}
      <path className={classes.edge} d="M20 42h80M20 57h80" />
      <rect className={classes.link} x={45} y={48} width={30} height={3} rx={1.5} />
      <rect className={classes.link} x={49} y={63} width={22} height={3} rx={1.5} />
    </>
  ),
  carousel: (
    <>
      <rect className={classes.paper} x={10} y={6} width={74} height={18} rx={6} />
      {lines(17, 11, [56, 38])}
      {[10, 58, 106].map((x) => (
        <g key={x}>
          <rect className={classes.paper} x={x} y={29} width={44} height={45} rx={6} />
          <path className={classes.fill} d={`M${x} 35a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v14H${x}z`} />
          {lines(x + 6, 53, [30, 20])}
          <rect className={classes.link} x={x + 12} y={68} width={20} height={2.5} rx={1.25} />
        </g>
      ))}
    </>
  ),
  offer: (
    <>
      <rect className={classes.paper} x={20} y={6} width={80} height={68} rx={7} />
      <path className={classes.fill} d="M20 13a7 7 0 0 1 7-7h66a7 7 0 0 1 7 7v17H20z" />
      <circle className={classes.paper} cx={60} cy={18} r={8} />
      <path className={classes.stroke} d="M60 13v5l3.5 2.5" />
      {lines(28, 37, [40, 58])}
      <path className={classes.edge} d="M20 51h80M20 62.5h80" />
      <rect className={classes.link} x={42} y={55.5} width={36} height={3} rx={1.5} />
      <rect className={classes.link} x={48} y={67} width={24} height={3} rx={1.5} />
    </>
  ),
  products: (
    <>
      <rect className={classes.paper} x={20} y={6} width={80} height={68} rx={7} />
      {[12, 33].map((y) => (
        <g key={y}>
          <rect className={classes.fill} x={27} y={y} width={16} height={16} rx={3} />
          {lines(49, y + 3, [40, 24])}
        </g>
      ))}
      <path className={classes.edge} d="M20 56h80" />
      <rect className={classes.link} x={42} y={64} width={36} height={3} rx={1.5} />
    </>
  ),
  code: (
    <>
      <rect className={classes.paper} x={20} y={12} width={80} height={56} rx={7} />
      {[28, 38.5, 49, 59.5, 70, 80.5].map((x) => (
        <rect key={x} className={classes.fill} x={x} y={20} width={8} height={12} rx={2} />
      ))}
      {lines(28, 38, [56])}
      <path className={classes.edge} d="M20 50h80" />
      <rect className={classes.link} x={44} y={57.5} width={32} height={3} rx={1.5} />
    </>
  ),
}

/** A drawing of a kind of template in the chat. */
export const KindPicture = ({ kind, width = 120 }: { kind: TemplateKind; width?: number }) => (
  <svg className={classes.picture} viewBox="0 0 120 80" width={width} height={(width * 2) / 3} aria-hidden="true">
    {pictures[kind]}
  </svg>
)
