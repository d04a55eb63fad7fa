import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './detail-page.module.css'
import { PageHeader } from './page-header.tsx'
import { PageTabs, type PageTabsProps } from './page-tabs.tsx'
import { type Problem, ProblemList } from './problem-list.tsx'

type Props<Name extends string> = PageTabsProps<Name> & {
  /** Leads back to the list. */
  back: ReactNode
  title: string
  status?: ReactNode
  /** What identifies the object: a number, an address, tags. */
  facts?: ReactNode
  /** The most frequent action. */
  action?: ReactNode
  /** Further actions. */
  more?: ReactNode
  /** The status of the object in one sentence. */
  summary?: ReactNode
  problems?: readonly Problem[]
  /** The content if there are no tabs. */
  children?: ReactNode
}

/** A page about one object: its identity and status, its problems, its actions and its tabs. */
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
      <PageTabs<Name> {...{ tabs, tab, onTab }} />
    </>
  )
}
