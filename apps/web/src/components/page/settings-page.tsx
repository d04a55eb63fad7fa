import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import classes from './settings-page.module.css'

/** A page of settings; `link` leads to it. */
export type SettingsPlace = {
  value: string
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  link: LinkProps
}

/** Pages that belong together, under a heading when there are several groups. */
export type SettingsGroup = { title: string; places: readonly SettingsPlace[] }

type Props = {
  /** Names the list of pages. */
  label: string
  /** Its heading, unless it is a part of another page. */
  title?: string
  description?: ReactNode
  groups: readonly SettingsGroup[]
  /** The page that is shown. */
  value: string
  children: ReactNode
}

type ListProps = Pick<Props, 'label' | 'groups' | 'value'>

const Groups = ({ label, groups, value }: ListProps) => (
  <nav className={classes.nav} aria-label={label}>
    {groups.map(({ title, places }) => (
      <section key={title} aria-label={title}>
        {groups.length > 1 ? (
          <p className={classes.title} aria-hidden="true">
            {title}
          </p>
        ) : null}
        {places.map(({ value: place, label: text, icon: Icon, link }) => (
          <Link
            key={place}
            {...link}
            className={classes.link}
            aria-current={place === value ? 'page' : undefined}
            activeProps={{}}
            // The URL of the first page is a prefix of all others.
            activeOptions={{ exact: true }}
          >
            <Icon size={17} stroke={1.7} /> {text}
          </Link>
        ))}
      </section>
    ))}
  </nav>
)

/** Where there is no room for a list, a choice above the page. */
const GroupSelect = ({ label, groups, value }: ListProps) => {
  const navigate = useNavigate()
  const open = (chosen: string | null) => {
    const place = groups.flatMap(({ places }) => places).find((one) => one.value === chosen)
    if (place) void navigate(place.link)
  }
  return (
    <Select
      mb="lg"
      aria-label={label}
      allowDeselect={false}
      data={groups.map(({ title, places }) => ({
        group: title,
        items: places.map(({ value: place, label: text }) => ({ value: place, label: text })),
      }))}
      value={value}
      onChange={open}
    />
  )
}

/** Settings in groups: a list of pages at the left, and the one that is open beside it. */
export const SettingsPage = ({ title, description, children, ...list }: Props) => {
  const narrow = useMediaQuery('(max-width: 62em)') ?? false
  return (
    <>
      {title ? <PageHeader title={title} description={description} /> : null}
      <div className={classes.page} data-measure>
        {narrow ? <GroupSelect {...list} /> : <Groups {...list} />}
        <div className={classes.panel}>{children}</div>
      </div>
    </>
  )
}
