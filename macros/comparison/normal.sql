{#
The normal distribution as expressions. They repeat their argument many times: let it be a column of 64-bit numbers without
NaN.
#}
{#
P(Z > z) of a standard normal number, within 3e-13 of itself, 0 beyond 37.5; NULL of NULL. W. J. Cody (1969), "Rational
Chebyshev approximations for the error function", Mathematics of Computation 23, in the form of his SPECFUN (1993),
Algorithm 715. No denominator can be 0. An exponent is never so low that engines raise an underflow.
#}
{% macro normal_tail(z) -%}
    {%- set y, square = "abs(" ~ z ~ ")", "(" ~ z ~ " * " ~ z ~ ")" -%}
    {%- set middle = ["1.8154981253343561249e4", "1.0676894854603709582e3", "1.6102823106855587881e2"] -%}
    {%- set middle = middle + ["2.2352520354606839287e0", "6.5682337918207449113e-2"] -%}
    {%- set below_middle = ["4.5507789335026729956e4", "1.0260932208618978205e4", "9.7609855173777669322e2"] -%}
    {%- set below_middle = below_middle + ["4.720258190468824187e1", "1e0"] -%}
    {%- set side = ["9.8427148383839780218e3", "1.1602651437647350124e4", "6.8481904505362823326e3"] -%}
    {%- set side = side + ["2.4945375852903726711e3", "5.9727027639480026226e2", "9.3506656132177855979e1"] -%}
    {%- set side = side + ["8.8831497943883759412e0", "3.9894151208813466764e-1", "1.0765576773720192317e-8"] -%}
    {%- set below_side = ["1.9685429676859990727e4", "3.8912003286093271411e4", "3.4900952721145977266e4"] -%}
    {%- set below_side = below_side + [
        "1.8615571640885098091e4",
        "6.485558298266760755e3",
        "1.519377599407554805e3",
    ] -%}
    {%- set below_side = below_side + ["2.3538790178262499861e2", "2.2266688044328115691e1", "1e0"] -%}
    {%- set far = ["2.307344176494017303e-2", "2.1589853405795699e-1", "1.274011611602473639e-1"] -%}
    {%- set far = far + ["2.2235277870649807e-2", "1.421619193227893466e-3", "2.9112874951168792e-5"] -%}
    {%- set below_far = ["1e0", "1.28426009614491121e0", "4.68238212480865118e-1", "6.59881378689285515e-2"] -%}
    {%- set below_far = below_far + ["3.78239633202758244e-3", "7.29751555083966205e-5"] -%}
    case
        when {{ y }} <= 6.7448975e-1
        then
            5e-1
            - {{ z }} * {{ rankhouse.polynomial(square, middle) }} / {{ rankhouse.polynomial(square, below_middle) }}
        when {{ y }} <= 5.656854249492380195e0 and {{ z }} > 0
        then {{ rankhouse.normal_tail_near(y, side, below_side) }}
        when {{ y }} <= 5.656854249492380195e0
        then 1e0 - {{ rankhouse.normal_tail_near(y, side, below_side) }}
        when {{ y }} <= 3.75e1 and {{ z }} > 0
        then {{ rankhouse.normal_tail_far(y, square, far, below_far) }}
        when {{ y }} <= 3.75e1
        then 1e0 - {{ rankhouse.normal_tail_far(y, square, far, below_far) }}
        when {{ z }} > 0
        then 0e0
        when {{ z }} < 0
        then 1e0
    end
{%- endmacro %}

{# P(Z > y) where y is from 0.67 to 5.66. #}
{% macro normal_tail_near(y, above, below) -%}
    exp(-5e-1 * {{ y }} * {{ y }}) * {{ rankhouse.polynomial(y, above) }} / {{ rankhouse.polynomial(y, below) }}
{%- endmacro %}

{# P(Z > y) beyond. #}
{% macro normal_tail_far(y, square, above, below) -%}
    {%- set rest = rankhouse.polynomial(square, above) ~ " / " ~ rankhouse.polynomial(square, below) -%}
    exp(-5e-1 * {{ square }}) * (3.98942280401432677940e-1 - {{ rest }} / {{ square }}) / {{ y }}
{%- endmacro %}

{# P(|Z| > |z|), at most 1. #}
{% macro two_sided_normal(z) -%} (2e0 * {{ rankhouse.normal_tail("abs(" ~ z ~ ")") }}) {%- endmacro %}

{#
Rows of a source with quantiles of a standard normal number: `quantiles` has the column of probabilities for the name of each
new column. Beside them are their terms, under names that begin so. `known`: these probabilities, where they are known as numbers
when the text is written.
#}
{% macro rows_with_normal_quantiles(source, quantiles, known=none) %}
    {%- set terms, found, pieces = {}, {}, rankhouse.pieces_of_normal_quantile(known) -%}
    {%- for name, p in quantiles.items() -%}
        {%- set from_half = p ~ " - 5e-1" -%}
        {%- set nearer = "case when " ~ p ~ " < 5e-1 then " ~ p ~ " else 1e0 - " ~ p ~ " end" -%}
        {%- set root = "case when " ~ p ~ " > 0 and " ~ p ~ " < 1 then sqrt(-ln(" ~ nearer ~ ")) end" -%}
        {%- do terms.update({name ~ "_from_half": from_half}) -%}
        {%- if "middle" in pieces -%}
            {%- do terms.update({name ~ "_square": "1.80625e-1 - (" ~ from_half ~ ") * (" ~ from_half ~ ")"}) -%}
        {%- endif -%}
        {%- if pieces != ["middle"] -%} {%- do terms.update({name ~ "_root": root}) -%} {%- endif -%}
        {%- do found.update({name: rankhouse.normal_quantile(p, name, pieces)}) -%}
    {%- endfor -%}
    {{ return(rankhouse.rows_with(source, [terms, found])) }}
{% endmacro %}

{# Which of the three pieces of the quantile function are asked for; 1.3887943864964021e-11 is e to the power of -25. #}
{% macro pieces_of_normal_quantile(known) %}
    {%- if known is none -%} {{ return(["middle", "side", "far"]) }}{%- endif -%}
    {%- set pieces, least = [], "1.3887943864964021e-11" | float -%}
    {%- for piece in ["middle", "side", "far"] -%}
        {%- for p in known -%}
            {%- set is_middle = p - 0.5 <= 0.425 and p - 0.5 >= -0.425 -%}
            {%- set found = "middle" if is_middle else "side" if p > least and 1 - p > least else "far" -%}
            {%- if found == piece and piece not in pieces -%} {%- do pieces.append(piece) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(pieces) }}
{% endmacro %}

{# As a number, the probability up to which an interval of this confidence reaches. #}
{% macro level_of_confidence(confidence) %} {{ return((1 + confidence | float) / 2) }}{% endmacro %}

{#
The quantile of a standard normal number, within 1e-15 of itself; NULL where `p` is not above 0 and below 1, by its terms
under names that begin with `name`. M. J. Wichura (1988), "Algorithm AS 241: the percentage points of the normal
distribution", Applied Statistics 37, PPND16.
#}
{% macro normal_quantile(p, name, pieces) -%}
    {%- set middle = ["3.3871328727963666080e0", "1.3314166789178437745e2", "1.9715909503065514427e3"] -%}
    {%- set middle = middle + ["1.3731693765509461125e4", "4.5921953931549871457e4", "6.7265770927008700853e4"] -%}
    {%- set middle = middle + ["3.3430575583588128105e4", "2.5090809287301226727e3"] -%}
    {%- set below_middle = ["1e0", "4.2313330701600911252e1", "6.8718700749205790830e2"] -%}
    {%- set below_middle = below_middle + ["5.3941960214247511077e3", "2.1213794301586595867e4"] -%}
    {%- set below_middle = below_middle + ["3.9307895800092710610e4", "2.8729085735721942674e4"] -%}
    {%- set below_middle = below_middle + ["5.2264952788528545610e3"] -%}
    {%- set side = ["1.42343711074968357734e0", "4.63033784615654529590e0", "5.76949722146069140550e0"] -%}
    {%- set side = side + ["3.64784832476320460504e0", "1.27045825245236838258e0", "2.41780725177450611770e-1"] -%}
    {%- set side = side + ["2.27238449892691845833e-2", "7.74545014278341407640e-4"] -%}
    {%- set below_side = ["1e0", "2.05319162663775882187e0", "1.67638483018380384940e0"] -%}
    {%- set below_side = below_side + ["6.89767334985100004550e-1", "1.48103976427480074590e-1"] -%}
    {%- set below_side = below_side + ["1.51986665636164571966e-2", "5.47593808499534494600e-4"] -%}
    {%- set below_side = below_side + ["1.05075007164441684324e-9"] -%}
    {%- set far = ["6.65790464350110377720e0", "5.46378491116411436990e0", "1.78482653991729133580e0"] -%}
    {%- set far = far + ["2.96560571828504891230e-1", "2.65321895265761230930e-2", "1.24266094738807843860e-3"] -%}
    {%- set far = far + ["2.71155556874348757815e-5", "2.01033439929228813265e-7"] -%}
    {%- set below_far = ["1e0", "5.99832206555887937690e-1", "1.36929880922735805310e-1"] -%}
    {%- set below_far = below_far + ["1.48753612908506148525e-2", "7.86869131145613259100e-4"] -%}
    {%- set below_far = below_far + ["1.84631831751005468180e-5", "1.42151175831644588870e-7"] -%}
    {%- set below_far = below_far + ["2.04426310338993978564e-15"] -%}
    {%- set from_half, square, root = name ~ "_from_half", name ~ "_square", name ~ "_root" -%}
    {%- set near, away = "(" ~ root ~ " - 1.6e0)", "(" ~ root ~ " - 5e0)" -%}
    {%- set is_side = p ~ " > 1.3887943864964021e-11 and 1e0 - " ~ p ~ " > 1.3887943864964021e-11" -%}
    {%- set conditions = {"middle": "abs(" ~ from_half ~ ") <= 4.25e-1", "side": is_side} -%}
    {%- set above = {
        "middle": from_half ~ "\n* " ~ rankhouse.polynomial(square, middle),
        "side": "sign(" ~ from_half ~ ")\n* " ~ rankhouse.polynomial(near, side),
        "far": "sign(" ~ from_half ~ ")\n* " ~ rankhouse.polynomial(away, far),
    } -%}
    {%- set below = {
        "middle": rankhouse.polynomial(square, below_middle),
        "side": rankhouse.polynomial(near, below_side),
        "far": rankhouse.polynomial(away, below_far),
    } -%}
    {%- set cases = [] -%}
    {%- for piece in pieces -%}
        {%- set value = above[piece] ~ "\n/ " ~ below[piece] -%}
        {%- set condition = "else\n" if loop.last else "when " ~ conditions[piece] ~ "\nthen\n" -%}
        {%- do cases.append(value if pieces | length == 1 else condition ~ value) -%}
    {%- endfor -%}
    {{ return(cases[0] if pieces | length == 1 else "case\n" ~ cases | join("\n") ~ "\nend") }}
{%- endmacro %}

{# The polynomial with these coefficients, the constant one first, by Horner's rule. #}
{% macro polynomial(x, coefficients) -%}
    {%- set made = namespace(text=coefficients[-1]) -%}
    {%- for coefficient in (coefficients | reverse | list)[1:] -%}
        {%- set made.text = "(" ~ made.text ~ " * " ~ x ~ "\n+ " ~ coefficient ~ ")" -%}
    {%- endfor -%}
    {{ return(made.text) }}
{%- endmacro %}
