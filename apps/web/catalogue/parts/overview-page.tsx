import { Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { PageTabs } from '#web/components/page/page-tabs.tsx'
import type { Part } from '../part.ts'
import { done, failure, longName } from '../samples.ts'

const figures = ['Waiting', 'Answered today', 'First answer']

const Figures = ({ name = '' }: { name?: string }) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }}>
    {figures.map((figure, place) => (
      <Paper key={figure} withBorder p="lg" component="section" aria-label={figure}>
        <Title order={2} fz="md">
          {name || figure}
        </Title>
        <Text size="xl" fw={700}>
          {place * 12 + 4}
        </Text>
      </Paper>
    ))}
  </SimpleGrid>
)

const Sample = (props: Partial<ComponentProps<typeof OverviewPage>>) => (
  <OverviewPage
    title="System"
    description="Checked a minute ago."
    actions={<Button leftSection={<IconPlus size={18} />}>Add provider</Button>}
    {...props}
  >
    {props.children === undefined ? <Figures /> : props.children}
  </OverviewPage>
)

const WithViews = () => {
  const [view, setView] = useState<'figures' | 'history'>('figures')
  return (
    <Sample>
      <PageTabs<'figures' | 'history'>
        tab={view}
        onTab={setView}
        tabs={[
          { value: 'figures', label: 'Figures', content: <Figures /> },
          { value: 'history', label: 'History', content: <EmptyState title="Nothing happened yet" /> },
        ]}
      />
    </Sample>
  )
}

const query = { data: undefined, error: null, refetch: done }

export const part: Part = {
  name: 'OverviewPage',
  group: 'Page',
  use: 'A page of several parts, such as figures, cards and lists. A page that is one list is a ListPage; one object is a DetailPage, settings are a SettingsPage. PageTabs are its views.',
  states: {
    full: () => <Sample />,
    views: () => <WithViews />,
    loading: () => <Sample query={query}>{null}</Sample>,
    error: () => (
      <Sample query={{ ...query, error: failure }} actions={null}>
        {null}
      </Sample>
    ),
    'failed again': () => <Sample query={{ data: {}, error: failure, refetch: done }} />,
    empty: () => (
      <Sample actions={null}>
        <EmptyState kind="done" title="Nobody waits" description="Whoever writes next is shown here." />
      </Sample>
    ),
    'long name': () => (
      <Sample title={longName} description={longName.repeat(2)}>
        <Figures name={longName} />
      </Sample>
    ),
  },
}
