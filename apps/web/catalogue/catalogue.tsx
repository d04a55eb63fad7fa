import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { addressOf, type Look, looks, type Place } from './address.ts'
import classes from './catalogue.module.css'
import { type Part, parts } from './part.ts'

const groups = [...new Set(parts.map(({ group }) => group))].toSorted()

type ListProps = { chosen: Part; place: Place }

const List = ({ chosen, place }: ListProps) => (
  <nav className={classes.list} aria-label="Parts">
    {groups.map((group) => (
      <section key={group} aria-label={group}>
        <h2>{group}</h2>
        {parts
          .filter((part) => part.group === group)
          .map((part) => (
            <a
              key={part.name}
              href={addressOf({ ...place, part: part.name, state: '' })}
              aria-current={part === chosen ? 'page' : undefined}
            >
              {part.name}
            </a>
          ))}
      </section>
    ))}
  </nav>
)

type ChoiceProps<Name extends keyof Look> = { name: Name; place: Place; onPlace: (place: Place) => void }

const Choice = <Name extends keyof Look>({ name, place, onPlace }: ChoiceProps<Name>) => (
  <SegmentedControl
    size="xs"
    aria-label={name}
    value={place[name]}
    data={[...looks[name]]}
    onChange={(value) => onPlace({ ...place, [name]: value })}
  />
)

/** Every component of the kit in every state: components on the left, states on top, the component in a frame. */
export const Catalogue = ({ part, start }: { part: Part; start: Place }) => {
  const [place, setPlace] = useState(start)
  const states = Object.keys(part.states)
  const shown = { ...place, part: part.name, state: states.includes(place.state) ? place.state : (states[0] ?? '') }
  const open = (next: Place) => {
    history.replaceState(null, '', addressOf(next))
    setPlace(next)
  }
  const address = addressOf({ ...shown, alone: true })
  return (
    <div className={classes.catalogue}>
      <List chosen={part} place={place} />
      <main>
        <Group justify="space-between" mb="xs">
          <Title order={1}>{part.name}</Title>
          <Group gap="sm">
            <Choice name="width" place={shown} onPlace={open} />
            <Choice name="language" place={shown} onPlace={open} />
            <Choice name="scheme" place={shown} onPlace={open} />
          </Group>
        </Group>
        <Text size="sm" c="dimmed" mb="sm" maw={720}>
          {part.use}
        </Text>
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label="State"
          value={shown.state}
          data={states}
          onChange={(state) => open({ ...shown, state })}
        />
        <div className={classes.window}>
          <iframe
            key={address}
            src={address}
            title={`${part.name}, ${shown.state}`}
            style={{ width: shown.width === 'window' ? '100%' : Number(shown.width) }}
          />
        </div>
      </main>
    </div>
  )
}
