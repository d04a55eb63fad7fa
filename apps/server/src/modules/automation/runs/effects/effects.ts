import type { AutomationNode } from '@recado/contracts/automation/automation-graph'
import { listEffect, tagEffect, updateContactEffect } from './contacts.ts'
import { assignEffect, labelEffect, noteEffect, resolveEffect, snoozeEffect } from './conversations.ts'
import type { Effect, EffectKind, EffectNode } from './effect.ts'
import { httpEffect } from './http.ts'
import {
  askConsentEffect,
  sendInteractiveEffect,
  sendMediaEffect,
  sendTemplateEffect,
  sendTextEffect,
} from './messages.ts'
import { notifyEffect, startAutomationEffect, stopRunsEffect, webhookEffect } from './others.ts'

const effects: { [K in EffectKind]: Effect<K> } = {
  send_text: sendTextEffect,
  send_template: sendTemplateEffect,
  send_media: sendMediaEffect,
  send_interactive: sendInteractiveEffect,
  ask_consent: askConsentEffect,
  assign: assignEffect,
  label: labelEffect,
  snooze: snoozeEffect,
  resolve: resolveEffect,
  note: noteEffect,
  update_contact: updateContactEffect,
  tag: tagEffect,
  list: listEffect,
  http_request: httpEffect,
  webhook: webhookEffect,
  notify: notifyEffect,
  start_automation: startAutomationEffect,
  stop_runs: stopRunsEffect,
}

export const isEffect = (node: AutomationNode): node is EffectNode => node.kind in effects

/** How a step that changes something is done. */
export const effectOf = (node: EffectNode): Effect<EffectKind> => effects[node.kind] as unknown as Effect<EffectKind>
