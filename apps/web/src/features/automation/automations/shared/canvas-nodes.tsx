import { nodeCatalogue } from '@recado/contracts/automation/automation-catalogue'
import {
  type AutomationGraph,
  followingNode,
  outletsOf,
  triggerNode,
} from '@recado/contracts/automation/automation-graph'
import type { GraphFinding } from '@recado/contracts/automation/check-graph'
import { IconBolt } from '@tabler/icons-react'
import type { CanvasNode } from '#web/components/canvas/canvas-node.ts'
import { nodeIcons, toneOf, triggerIcons } from './icons.ts'
import type { GraphWords } from './use-graph-words.ts'

/** Where the conditions of entry stand on the canvas. */
export const conditionsNode = 'conditions'

export type Marks = ReadonlyMap<string, { mark: CanvasNode['mark']; taken: string[] }>

type Options = {
  words: GraphWords
  findings: readonly GraphFinding[]
  marks?: Marks
}

/** A graph as the canvas draws it: what starts it, who enters, and the steps. */
export const canvasNodesOf = (graph: AutomationGraph, { words, findings, marks }: Options): CanvasNode[] => {
  const { t } = words
  const told = (isAbout: (finding: GraphFinding) => boolean) => {
    const own = findings.filter(isAbout)
    const problem = own.find(({ level }) => level === 'error')
    const warning = own.find(({ level }) => level === 'warning')
    return {
      problem: problem && words.findingOf(problem),
      warning: warning && words.findingOf(warning),
    }
  }
  const marked = (id: string) => {
    const own = marks?.get(id)
    return { ...(own?.mark ? { mark: own.mark } : {}), ...(own ? { taken: own.taken } : {}) }
  }
  const { trigger, conditions } = graph
  const TriggerIcon = trigger ? triggerIcons[trigger.kind] : IconBolt
  const isAsked = ({ path }: GraphFinding) => path.startsWith('conditions')
  return [
    {
      id: triggerNode,
      icon: <TriggerIcon size={20} stroke={1.7} />,
      tone: 'start',
      title: trigger ? t(`trigger.${trigger.kind}.name`) : t('trigger.none'),
      summary: trigger ? words.detail(trigger) : t('trigger.choose'),
      ways: [{ id: conditionsNode, to: conditionsNode, fixed: true }],
      ...told((finding) => finding.node === triggerNode && !isAsked(finding) && finding.code !== 'no_steps'),
      ...marked(triggerNode),
    },
    {
      id: conditionsNode,
      icon: <nodeIcons.branch size={20} stroke={1.7} />,
      tone: 'flow',
      title: t('conditions.title'),
      summary: conditions.children.length > 0 ? words.explain(conditions) : t('conditions.everyone'),
      ways: [{ id: 'next', to: followingNode(graph, triggerNode, 'next') }],
      ...told((finding) => finding.node === triggerNode && (isAsked(finding) || finding.code === 'no_steps')),
      ...marked(conditionsNode),
    },
    ...graph.nodes.map((node): CanvasNode => {
      const Icon = nodeIcons[node.kind]
      return {
        id: node.id,
        icon: <Icon size={20} stroke={1.7} />,
        tone: node.kind === 'end' ? 'end' : toneOf(nodeCatalogue[node.kind].group),
        title: words.titleOf(node),
        summary: words.summaryOf(node),
        ways: outletsOf(node).map((outlet) => {
          const label = words.wayOf(node, outlet)
          return {
            id: outlet,
            to: followingNode(graph, node.id, outlet),
            ...(label === undefined ? {} : { label }),
            ...(outlet === 'each' ? { inner: true as const } : {}),
          }
        }),
        ...told((finding) => finding.node === node.id),
        ...marked(node.id),
      }
    }),
  ]
}

/** The place of the graph that a place of the canvas stands for. */
export const graphPlaceOf = (place: { from: string; way: string }) =>
  place.from === conditionsNode ? { from: triggerNode, way: 'next' } : place
