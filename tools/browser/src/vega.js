// Vega. Its expressions are interpreted: the page's policy allows no eval.
import embed from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";

export const draw = (host, spec, config) => embed(host, spec, {
    renderer: "svg", ast: true, expr: expressionInterpreter, actions: false, config, logLevel: 1, tooltip: { theme: "custom" },
});
