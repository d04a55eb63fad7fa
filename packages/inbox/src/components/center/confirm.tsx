import { useEffect, useId, useRef } from 'react'
import { useTranslations } from '../../react/translations.tsx'
import { trapTab } from '../floating/focus.ts'

/** Asks before something that cannot be taken back. */
export function Confirm(props: { text: string; action: string; onConfirm: () => void; onCancel: () => void }) {
  const { t } = useTranslations()
  const box = useRef<HTMLDivElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => cancel.current?.focus(), [])
  return (
    <div className="nc-confirm-place">
      <div
        ref={box}
        className="nc-confirm"
        role="alertdialog"
        aria-modal="true"
        aria-label={props.action}
        aria-describedby={id}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            props.onCancel()
          }
          if (box.current) trapTab(box.current, event)
        }}
      >
        <p id={id} className="nc-confirm-text">
          {props.text}
        </p>
        <div className="nc-confirm-buttons">
          <button ref={cancel} type="button" className="nc-text-button" onClick={props.onCancel}>
            {t('cancel')}
          </button>
          <button
            type="button"
            className="nc-text-button nc-confirm-action"
            data-test-id="remove-all-confirm"
            onClick={props.onConfirm}
          >
            {props.action}
          </button>
        </div>
      </div>
    </div>
  )
}
