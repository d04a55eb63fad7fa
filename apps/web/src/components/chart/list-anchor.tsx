import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListLink } from './marks.ts'

type Props = { link: ListLink; className?: string; children: ReactNode }

/** A link to a list, that looks as its place has it. */
export const ListAnchor = ({ link: { to, search = {} }, className, children }: Props) => (
  <Link to={to} search={search} {...(className ? { className } : {})}>
    {children}
  </Link>
)
