import { Tabs } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { showChosenTab } from '#web/lib/ui/tab-in-view.ts'

/** One view of a page; its name stands in the address. */
export type PageTab<Name extends string> = {
  value: Name
  label: string
  icon?: ComponentType<{ size?: number }>
  content: ReactNode
}

export type PageTabsProps<Name extends string> = {
  /** At most six; related content shares a tab. */
  tabs?: readonly PageTab<Name>[] | undefined
  /** The open tab; the first one if the name is unknown. */
  tab?: NoInfer<Name> | undefined
  onTab?: ((name: NoInfer<Name>) => void) | undefined
}

/** The views of a page, and the one that is open. */
export const PageTabs = <Name extends string>({ tabs = [], tab, onTab }: PageTabsProps<Name>) => {
  const [first] = tabs
  if (!first) return null
  const open = (value: string | null) => {
    const chosen = tabs.find((one) => one.value === value)
    if (chosen) onTab?.(chosen.value)
  }
  const shown = tabs.find(({ value }) => value === tab) ?? first
  return (
    <Tabs value={shown.value} onChange={open} keepMounted={false}>
      <Tabs.List mb="lg" ref={showChosenTab}>
        {tabs.map(({ value, label, icon: Icon }) => (
          <Tabs.Tab key={value} value={value} leftSection={Icon ? <Icon size={17} /> : null}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
