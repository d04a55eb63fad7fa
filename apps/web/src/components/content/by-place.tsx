import { Fragment, type ReactNode } from 'react'

type Props<T> = { items: readonly T[]; children: (item: T, index: number) => ReactNode }

/** Draws items that have no identity besides their place, such as the bars of a chart or the lines of a text. */
export const ByPlace = <T,>({ items, children }: Props<T>) =>
  items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies an item here
    <Fragment key={index}>{children(item, index)}</Fragment>
  ))
