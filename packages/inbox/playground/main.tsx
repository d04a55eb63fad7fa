import { Fragment, StrictMode, useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cx } from '../src/components/cx.ts'
import { fetchIdentity, type Identity } from './identity.ts'
import { Panel } from './panel.tsx'
import { type Params, printParams, readParams } from './params.ts'
import './playground.css'
import { Stage } from './stage.tsx'

const isHostile = location.pathname.includes('hostile')

function Phone({ params }: { params: Params }) {
  const inside = printParams({ ...params, phone: false, panel: false })
  return <iframe className="phone" title="Phone" src={`${location.pathname}${inside}`} />
}

function Playground() {
  const [params, setParams] = useState(() => readParams(location.search))
  const [identity, setIdentity] = useState<Identity | null>(null)
  const [trouble, setTrouble] = useState<Error | null>(null)
  const [events, setEvents] = useState<readonly string[]>([])
  const { subscriber, state } = params
  // biome-ignore lint/correctness/useExhaustiveDependencies: of all that is chosen only these decide who is shown
  useEffect(() => {
    fetchIdentity(params).then(setIdentity, setTrouble)
  }, [subscriber, state])
  const note = useCallback(
    (name: string, detail: unknown) =>
      setEvents((before) => [`${name} ${JSON.stringify(detail)}`, ...before].slice(0, 12)),
    [],
  )
  const change = (next: Partial<Params>) => {
    const changed = { ...params, ...next }
    history.replaceState(null, '', printParams(changed))
    setParams(changed)
  }
  if (trouble) throw trouble
  const Mode = params.strict ? StrictMode : Fragment
  const hasPanel = params.panel && !isHostile
  return (
    <div className={cx('page', !hasPanel && 'bare', isHostile && params.kind.startsWith('element') && 'insisting')}>
      {hasPanel && <Panel params={params} change={change} />}
      <main className={`stage ${params.scheme} ${params.kind}`}>
        {params.phone && <Phone params={params} />}
        {identity && !params.phone && (
          <Mode key={`${params.kind} ${params.strict} ${params.controlled} ${params.open}`}>
            <Stage params={params} identity={identity} note={note} />
          </Mode>
        )}
        {hasPanel && (
          <ul className="events" aria-label="Events">
            {events.map((event, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log; the same line may come twice
              <li key={`${events.length - n} ${event}`}>{event}</li>
            ))}
          </ul>
        )}
      </main>
    </div>
  )
}

createRoot(document.getElementById('root') ?? document.body).render(<Playground />)
