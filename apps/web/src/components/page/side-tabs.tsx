import { Select, Stack, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentType, ReactNode } from 'react'

type Place<Value extends string> = { value: Value; label: string; icon: ComponentType<{ size?: number }> }
type Props<Value extends string> = {
  /** Names the choice that stands above the panel on a phone. */
  label: string
  places: Place<Value>[]
  value: Value
  onChange: (value: string | null) => void
  children: ReactNode
}

/** Groups of settings in a list beside their panel; where there is no room, a choice above it. */
export const SideTabs = <Value extends string>({ label, places, value, onChange, children }: Props<Value>) => {
  const narrow = useMediaQuery('(max-width: 62em)') ?? false
  if (narrow) {
    return (
      <Stack gap="lg">
        <Select aria-label={label} allowDeselect={false} data={places} value={value} onChange={onChange} />
        {children}
      </Stack>
    )
  }
  return (
    <Tabs
      value={value}
      onChange={onChange}
      keepMounted={false}
      orientation="vertical"
      styles={{ tab: { justifyContent: 'flex-start' }, tabLabel: { textAlign: 'start' } }}
    >
      <Tabs.List miw={200} mr="xl" flex="none">
        {places.map(({ value: place, label: text, icon: Icon }) => (
          <Tabs.Tab key={place} value={place} leftSection={<Icon size={17} />}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} miw={0}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
