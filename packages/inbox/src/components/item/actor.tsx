import { type ReactNode, useState } from 'react'
import type { IMessage, SystemIcon } from '../../client/wire.ts'
import { initialsOf } from '../../initials.ts'
import { useCss } from '../../theme/adopt.ts'
import { Icon } from '../icons.tsx'
import css from './actor.css?inline'

const icons: ReadonlySet<string> = new Set<SystemIcon>(['warning', 'info', 'error', 'success', 'up', 'question'])
const isIcon = (name: string | null): name is SystemIcon => name !== null && icons.has(name)

/** Who or what a notification comes from; nothing when it does not say. */
export function Actor({ message }: { message: IMessage }) {
  useCss(css)
  const { actor, actorSubscriber } = message
  if (!actor || actor.type === 'none') return null
  if (actor.type === 'system_icon') {
    const name = isIcon(actor.data) ? actor.data : 'info'
    return (
      <span className={`nc-actor nc-actor-icon nc-actor-${name}`}>
        <Icon name={name} />
      </span>
    )
  }
  const person = actor.type === 'user' ? actorSubscriber : undefined
  const initials = initialsOf([person?.firstName, person?.lastName].join(' '))
  return (
    <span className="nc-actor" aria-hidden="true">
      <Picture
        key={actor.data}
        address={actor.data}
        fallback={initials ? <span className="nc-actor-initials">{initials}</span> : <Icon name="bell" />}
      />
    </span>
  )
}

function Picture({ address, fallback }: { address: string | null; fallback: ReactNode }) {
  const [isBroken, setBroken] = useState(false)
  if (!address || isBroken) return fallback
  return (
    <img
      className="nc-actor-picture"
      src={address}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
