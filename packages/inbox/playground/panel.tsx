import { languages } from '../src/i18n/texts.ts'
import { defaults, type Params } from './params.ts'

const choices = {
  kind: ['popover', 'list', 'preferences', 'element', 'element-list'],
  state: ['normal', 'empty', 'slow', 'failing', 'refusing', 'down', 'offline'],
  scheme: ['light', 'dark'],
  lang: languages,
} as const satisfies Partial<Record<keyof Params, readonly string[]>>

const texts = ['subscriber', 'brand', 'tabs', 'slots', 'pageSize', 'strategy'] as const
const flags = ['preferences', 'menu', 'closeOnClick', 'controlled', 'open', 'strict', 'phone'] as const

const hints: Partial<Record<keyof Params, string>> = {
  brand: '#6d28d9',
  tabs: 'all,unread,archived',
  slots: 'bell,header,footer,listItem,emptyState,actions',
  pageSize: '10',
  strategy: 'fetchNotifications,-fetchUnreadCount',
}

const send = async (subscriber: string, count: number, isLong = false) => {
  const query = new URLSearchParams({ subscriber, count: String(count), ...(isLong && { long: '1' }) })
  const answer = await fetch(`/send?${query}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`Sending failed with ${answer.status}`)
}

/** The controls; everything they change is in the address. */
export function Panel({ params, change }: { params: Params; change: (next: Partial<Params>) => void }) {
  return (
    <form className="panel" aria-label="Controls" onSubmit={(event) => event.preventDefault()}>
      {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
        <label key={name}>
          {name}
          <select value={params[name]} onChange={(event) => change({ [name]: event.target.value })}>
            {choices[name].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      ))}
      {texts.map((name) => (
        <label key={name}>
          {name}
          <input
            value={params[name]}
            placeholder={hints[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        </label>
      ))}
      {flags.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={params[name]}
            onChange={(event) => change({ [name]: event.target.checked })}
          />
          {name}
        </label>
      ))}
      <button type="button" onClick={() => send(params.subscriber, 1)}>
        Send one
      </button>
      <button type="button" onClick={() => send(params.subscriber, 25)}>
        Send 25
      </button>
      <button type="button" onClick={() => send(params.subscriber, 3, true)}>
        Send long texts
      </button>
      <button type="button" onClick={() => send(params.subscriber, 10_000)}>
        Send 10,000
      </button>
      <button type="button" onClick={() => change(defaults)}>
        Start over
      </button>
    </form>
  )
}
