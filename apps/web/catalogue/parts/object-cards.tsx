import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { TextLink } from '#web/components/content/text-link.tsx'
import { cardLink, mostCards, ObjectCards } from '#web/components/table/object-cards.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

type Sample = { id: string; name: string }

const some = (count: number, name = 'Padaria Boa Massa'): Sample[] =>
  Array.from({ length: count }, (_, place) => ({ id: String(place), name: `${name} ${place + 1}` }))

const Card = ({ name }: Sample) => (
  <Stack gap="sm">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <TextLink to="/integrations/whatsapp" className={cardLink} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </TextLink>
      <Badge variant="light" color="green" style={{ flex: 'none' }}>
        Connected
      </Badge>
    </Group>
    <Text size="sm">128 of 1,000 conversations today</Text>
    <Button size="compact-sm" variant="default" pos="relative" style={{ alignSelf: 'flex-start' }}>
      Send test message
    </Button>
  </Stack>
)

const Cards = ({ rows }: { rows: Sample[] }) => <ObjectCards rows={rows} label="Numbers" card={Card} />

export const part: Part = {
  name: 'ObjectCards',
  group: 'List',
  use: `Things that people know by sight, such as numbers, agents, calendars: up to ${mostCards} of them are cards that open them, more are a table.`,
  states: {
    few: () => <Cards rows={some(3)} />,
    one: () => <Cards rows={some(1)} />,
    most: () => <Cards rows={some(mostCards)} />,
    'long name': () => <Cards rows={some(3, longName)} />,
  },
}
