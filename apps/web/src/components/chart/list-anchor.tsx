import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListLink } from './marks.ts'

type Props = { link: ListLink; className?: string; children: ReactNode }

/** An unstyled link to a list. */
export const ListAnchor = ({ link: { to, search = {} }, className, children }: Props) => (
  <Link to={to} search={search} {...(className ? { className } : {})}>
    {children}
  </Link>
)
