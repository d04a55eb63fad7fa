import Handlebars from 'handlebars'
import { helpers } from './helpers.ts'
import { assertOutputSize, chargeOutput, chargeTurn, startMeter } from './meter.ts'
import { parseTemplate } from './parse.ts'
import { TemplateError } from './template-error.ts'
import { textOf } from './values.ts'

export type RenderContext = Record<string, unknown>
type Render = (context: RenderContext) => string
type Container = { escapeExpression: (value: unknown) => string }
type Specification = { main: (container: Container, ...rest: unknown[]) => string }
type Prepared = HandlebarsTemplateDelegate & { _setup: (options: unknown) => void }
type EachOptions = { fn: (item: unknown, options: unknown) => string }

const MOST_TEMPLATES = 2_000
const MOST_CACHED_CHARACTERS = 4_000_000

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '`': '&#x60;',
  '=': '&#x3D;',
}
const escapable = /[&<>"`=]/

/** Escaped for HTML; apostrophes stay as they are. */
export const escapeHtml = (text: string) =>
  escapable.test(text) ? text.replace(/[&<>"`=]/g, (character) => entities[character] ?? character) : text

/** Helpers and options are the same for all renders, so they need no merging at every one. */
const setUpOnce = (prepared: Prepared): Prepared => {
  const setUp = prepared._setup
  prepared._setup = (options) => {
    setUp(options)
    prepared._setup = () => {}
  }
  return prepared
}

const createEnvironment = (print: (text: string) => string) => {
  const environment = Handlebars.create()
  const { each } = environment.helpers
  const { template } = environment
  environment.registerHelper(helpers as unknown as Handlebars.HelperDeclareSpec)
  environment.registerHelper('each', function (this: unknown, list: unknown, options: EachOptions) {
    let length = 0
    const fn = (item: unknown, given: unknown) => {
      chargeTurn()
      const part = options.fn(item, given)
      length += part.length
      assertOutputSize(length)
      return part
    }
    return each?.call(this, list, { ...options, fn })
  })
  const printValue = (value: unknown) => {
    const text = textOf(value)
    chargeOutput(text.length)
    return print(text)
  }
  // The escaping of Handlebars itself turns apostrophes into entities and has no bounds; its container is the place to
  // put another one.
  environment.template = ((specification: Specification) => {
    const { main } = specification
    specification.main = (container, ...rest) => {
      container.escapeExpression = printValue
      return main(container, ...rest)
    }
    return setUpOnce(template(specification) as Prepared)
  }) as unknown as typeof template
  return environment
}

const problemOf = (error: unknown): TemplateError => {
  if (error instanceof TemplateError) return error
  if (error instanceof RangeError) return new TemplateError('the text grows too long or is nested too deeply')
  return new TemplateError(error instanceof Error ? error.message : String(error))
}

const compile = (environment: typeof Handlebars, template: string): Render => {
  const { program, statements } = parseTemplate(template)
  const run = environment.compile(program)
  const options = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }
  return (context) => {
    startMeter(statements)
    const text = run(context, options)
    assertOutputSize(text.length)
    return text
  }
}

/** Renders with a way to print values. Remembers compiled templates, and the problems of broken ones; the longest unused are forgotten. */
export const createRenderer = (print: (text: string) => string) => {
  const environment = createEnvironment(print)
  const cache = new Map<string, Render | TemplateError>()
  let characters = 0

  const forget = () => {
    for (const template of cache.keys()) {
      if (cache.size <= MOST_TEMPLATES && characters <= MOST_CACHED_CHARACTERS) return
      cache.delete(template)
      characters -= template.length
    }
  }

  const compiledOrProblem = (template: string): Render | TemplateError => {
    try {
      return compile(environment, template)
    } catch (error) {
      return problemOf(error)
    }
  }

  const load = (template: string): Render | TemplateError => {
    const known = cache.get(template)
    if (known) cache.delete(template)
    const entry = known ?? compiledOrProblem(template)
    cache.set(template, entry)
    if (known) return entry
    characters += template.length
    forget()
    return entry
  }

  return (template: string, context: RenderContext): string => {
    if (!template.includes('{{')) return template
    const entry = load(template)
    if (entry instanceof TemplateError) throw entry
    try {
      return entry(context)
    } catch (error) {
      throw problemOf(error)
    }
  }
}
