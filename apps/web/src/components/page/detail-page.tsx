import { Tabs, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { showChosenTab } from '#web/lib/ui/tab-in-view.ts'
import classes from './detail-page.module.css'
import { PageHeader } from './page-header.tsx'
import { type Problem, ProblemList } from './problem-list.tsx'

/** One view of an object; its name stands in the address of the page. */
export type DetailTab<Name extends string> = {
  value: Name
  label: string
  icon: ComponentType<{ size?: number }>
  content: ReactNode
}

type TabProps<Name extends string> = {
  /** At most six: what belongs together shares one. */
  tabs?: readonly DetailTab<Name>[] | undefined
  /** The one that is open; the first where it is none of them. */
  tab?: NoInfer<Name> | undefined
  onTab?: ((name: NoInfer<Name>) => void) | undefined
}

type Props<Name extends string> = TabProps<Name> & {
  /** Leads back to the list. */
  back: ReactNode
  title: string
  status?: ReactNode
  /** What tells the object from others: a number, an address, tags. */
  facts?: ReactNode
  /** The one thing that is done most. */
  action?: ReactNode
  /** What else can be done. */
  more?: ReactNode
  /** How the object is, in one sentence. */
  summary?: ReactNode
  problems?: readonly Problem[]
  /** What stands below where there are no tabs. */
  children?: ReactNode
}

const TabList = <Name extends string>({ tabs = [], tab, onTab }: TabProps<Name>) => {
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
          <Tabs.Tab key={value} value={value} leftSection={<Icon size={17} />}>
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

/** One object: what it is and how it is, what is wrong with it, what can be done, and its views. */
export const DetailPage = <Name extends string = never>(props: Props<Name>) => {
  const { back, title, status, facts, action, more, summary, problems = [], tabs, tab, onTab, children } = props
  return (
    <>
      <PageHeader
        before={back}
        title={title}
        status={status}
        description={facts}
        actions={
          more || action ? (
            <>
              {more}
              {action}
            </>
          ) : null
        }
      />
      {summary ? (
        <Text className={classes.summary ?? ''} component="div">
          {summary}
        </Text>
      ) : null}
      <ProblemList problems={problems} />
      {children}
      <TabList<Name> {...{ tabs, tab, onTab }} />
    </>
  )
}
