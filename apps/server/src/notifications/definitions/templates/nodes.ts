/** What the nodes of a parsed template are; the types of Handlebars tell them apart by no union of their own. */

export const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression'
export const isCall = (node: hbs.AST.Node): node is hbs.AST.SubExpression => node.type === 'SubExpression'
export const isMustache = (node: hbs.AST.Node): node is hbs.AST.MustacheStatement => node.type === 'MustacheStatement'
export const isBlock = (node: hbs.AST.Node): node is hbs.AST.BlockStatement => node.type === 'BlockStatement'
