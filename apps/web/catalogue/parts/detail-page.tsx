import { Badge, Button, Paper } from '@mantine/core'
import { IconActivity, IconDots, IconGauge, IconSettings } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { FactList } from '#web/components/content/fact-list.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import type { Part } from '../part.ts'
import { done, longName } from '../samples.ts'

type Tab = 'overview' | 'limits' | 'settings'

const Facts = () => (
  <Paper withBorder p="lg">
    <FactList
      rows={[
        ['Quality', 'High'],
        ['Daily limit', '10,000 conversations'],
        ['Connected', '12 March 2026'],
      ]}
    />
  </Paper>
)

const Sample = (props: Partial<ComponentProps<typeof DetailPage<Tab>>>) => {
  const [tab, setTab] = useState<Tab>('overview')
  return (
    <DetailPage<Tab>
      back={<TextLink to="/integrations/whatsapp">Numbers</TextLink>}
      title="Padaria Boa Massa"
      status={
        <Badge variant="light" color="green">
          Connected
        </Badge>
      }
      facts="+55 81 3333-0001"
      action={<Button>Send test message</Button>}
      more={
        <Button variant="default" leftSection={<IconDots size={17} />}>
          Actions
        </Button>
      }
      summary="All 14 checks are fine."
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'overview', label: 'Overview', icon: IconActivity, content: <Facts /> },
        { value: 'limits', label: 'Limits', icon: IconGauge, content: <Facts /> },
        { value: 'settings', label: 'Settings', icon: IconSettings, content: <Facts /> },
      ]}
      {...props}
    />
  )
}

const problems = [
  {
    id: 'events',
    tone: 'warning',
    title: 'No webhook for two hours',
    text: 'Messages of customers may be missing.',
    action: (
      <Button size="xs" variant="default">
        Check now
      </Button>
    ),
  },
  {
    id: 'token',
    tone: 'bad',
    title: 'The access token expired',
    text: 'Nothing can be sent until there is a new one.',
    action: (
      <Button size="xs" variant="default">
        Replace token
      </Button>
    ),
  },
] as const

const query = (error: unknown) => ({ error, refetch: done })

export const part: Part = {
  name: 'DetailPage',
  group: 'Page',
  use: 'One object: its name and status, one primary action, a sentence on how it is, its problems with what to press, and at most six tabs that stand in the address.',
  states: {
    full: () => <Sample />,
    problems: () => <Sample summary="2 of 14 checks need you." problems={problems} />,
    loading: () => <RecordFallback query={query(null)} tabs />,
    error: () => <RecordFallback query={query(new ApiError('', { code: 'internal', status: 500 }))} tabs />,
    gone: () => <RecordFallback query={query(new ApiError('', { code: 'not_found', status: 404 }))} tabs />,
    'without actions': () => <Sample action={null} more={null} />,
    'long name': () => <Sample title={longName} facts={longName} summary={longName} problems={problems} />,
  },
}
