import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Collapse } from '#web/components/content/collapse.tsx'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import classes from './contact.module.css'

const key = 'recado.chat.sections'

const readClosed = (): string[] => {
  try {
    const stored: unknown = JSON.parse(browserStore().getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

type Props = { id: string; title: string; count?: number; children: ReactNode }

/** A part of the pane that can be folded away; it stays as it was left. */
export const Section = ({ id, title, count, children }: Props) => {
  const bodyId = useId()
  const [opened, setOpened] = useState(() => !readClosed().includes(id))
  const toggle = () => {
    const others = readClosed().filter((name) => name !== id)
    setOpened(!opened)
    try {
      browserStore().setItem(key, JSON.stringify(opened ? [...others, id] : others))
    } catch {
      // Without room it lasts until the page is closed.
    }
  }
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>
        <UnstyledButton
          className={classes.sectionButton}
          aria-expanded={opened}
          aria-controls={bodyId}
          onClick={toggle}
        >
          {title}
          {count === undefined ? null : <span className={classes.count}>{count}</span>}
          <IconChevronDown className={classes.chevron} data-opened={opened || undefined} size={16} aria-hidden="true" />
        </UnstyledButton>
      </h3>
      <Collapse id={bodyId} expanded={opened}>
        <div className={classes.sectionBody}>{children}</div>
      </Collapse>
    </section>
  )
}
