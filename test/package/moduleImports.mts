import ts from 'typescript';

export interface ModuleImports {
	modules: string[];
	/** Imported names, by module. */
	names: Map<string, string[]>;
	/** Imports whose module is not a string literal, so that the module is known only at run time. */
	unreadable: string[];
}

/** Reads the imports of a compiled file: CommonJS or ES module. */
export function moduleImports(text: string): ModuleImports {
	const source = ts.createSourceFile('file.js', text, ts.ScriptTarget.Latest, true);
	const found: ModuleImports = { modules: [], names: new Map(), unreadable: [] };
	visit(source, (node) => {
		const specifier = specifierOf(node);
		if (specifier === undefined) return;
		if (!ts.isStringLiteralLike(specifier)) {
			found.unreadable.push(node.getText());
			return;
		}
		found.modules.push(specifier.text);
		const names = found.names.get(specifier.text) ?? [];
		found.names.set(specifier.text, [...names, ...namesTakenFrom(node)]);
	});
	return found;
}

function visit(node: ts.Node, action: (node: ts.Node) => void): void {
	action(node);
	node.forEachChild((child) => visit(child, action));
}

/** Finds the module that an import loads; undefined if the node is not an import. */
function specifierOf(node: ts.Node): ts.Expression | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
	if (!ts.isCallExpression(node)) return undefined;
	const called = node.expression;
	const isImport =
		called.kind === ts.SyntaxKind.ImportKeyword ||
		(ts.isIdentifier(called) && called.text === 'require') ||
		(ts.isPropertyAccessExpression(called) && called.name.text === 'require');
	return isImport ? (node.arguments[0] ?? called) : undefined;
}

/** Lists `name` and `other` of `const { name, other: ownName } = require(…)`. */
function namesTakenFrom({ parent }: ts.Node): string[] {
	if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return [];
	return parent.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}
