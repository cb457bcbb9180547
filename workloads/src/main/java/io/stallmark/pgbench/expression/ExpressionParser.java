package io.stallmark.pgbench.expression;

import io.stallmark.data.Rng;
import io.stallmark.pgbench.expression.BinaryOperator.Operator;
import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses an expression by the precedence of its operators. From loose to tight: OR; AND; NOT; IS;
 * comparisons; operators of bits, and ~; + and −; *, / and %; signs.
 */
public final class ExpressionParser {

  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int IS = 4;
  private static final int COMPARISON = 5;
  private static final int BITS = 6;
  private static final int SUM = 7;
  private static final int PRODUCT = 8;
  private static final int SIGN = 9;

  /** The absolute value of the least integer, which is valid only after a minus. */
  private static final String LEAST = "9223372036854775808";

  private static final Set<String> WORDS =
      Set.of(
          "and", "or", "not", "is", "isnull", "notnull", "case", "when", "then", "else", "end",
          "null", "true", "false");

  private final List<Token> tokens;
  private final Variables variables;
  private final Rng rng;
  private int next;

  private ExpressionParser(String text, Variables variables, Rng rng) throws SpecException {
    tokens = TokenReader.read(text);
    this.variables = variables;
    this.rng = rng;
  }

  /**
   * Parses a text.
   *
   * @param variables those of the client that evaluates the expression
   * @param rng generator of that client
   * @throws SpecException if the text is no expression; without a position
   */
  public static Expression parse(String text, Variables variables, Rng rng) throws SpecException {
    ExpressionParser parser = new ExpressionParser(text, variables, rng);
    Expression whole = parser.expression(OR);
    if (parser.peek().type() != Token.Type.END) {
      throw parser.unexpected();
    }
    return whole;
  }

  /** Names of the variables of an expression. */
  public static List<String> variables(String text) throws SpecException {
    return TokenReader.read(text).stream()
        .filter(token -> token.type() == Token.Type.VARIABLE)
        .map(Token::text)
        .toList();
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean takes(String word) {
    if (peek().is(word)) {
      next++;
      return true;
    }
    return false;
  }

  private void take(String word) throws SpecException {
    if (!takes(word)) {
      throw unexpected();
    }
  }

  private SpecException unexpected() {
    return new SpecException("syntax error at %s", peek().shown());
  }

  /**
   * Parses operands and the operators between them.
   *
   * @param loosest precedence of the loosest operator that belongs to the expression
   */
  private Expression expression(int loosest) throws SpecException {
    Expression left = operand();
    while (true) {
      Token operator = peek();
      int precedence = precedence(operator);
      if (precedence < loosest) {
        return left;
      }
      next++;
      if (precedence == IS) {
        left = is(left, operator);
      } else {
        Expression right = expression(precedence + 1);
        left = binary(operator.text(), left, right);
        if (precedence == COMPARISON && precedence(peek()) == COMPARISON) {
          throw unexpected();
        }
      }
    }
  }

  /** Precedence of an operator after an operand; 0: the token is none. */
  private static int precedence(Token token) {
    if (token.type() != Token.Type.SYMBOL && token.type() != Token.Type.WORD) {
      return 0;
    }
    return switch (token.text()) {
      case "or" -> OR;
      case "and" -> AND;
      case "is", "isnull", "notnull" -> IS;
      case "=", "<>", "!=", "<", "<=", ">", ">=" -> COMPARISON;
      case "|", "#", "&", "<<", ">>" -> BITS;
      case "+", "-" -> SUM;
      case "*", "/", "%" -> PRODUCT;
      default -> 0;
    };
  }

  private static Expression binary(String operator, Expression left, Expression right) {
    return switch (operator) {
      case "or" -> Logic.junction(left, right, true);
      case "and" -> Logic.junction(left, right, false);
      case "=" -> new BinaryOperator(Operator.EQUAL, left, right);
      case "<>", "!=" -> new BinaryOperator(Operator.UNEQUAL, left, right);
      case "<" -> new BinaryOperator(Operator.LESS, left, right);
      case "<=" -> new BinaryOperator(Operator.LESS_OR_EQUAL, left, right);
      case ">" -> new BinaryOperator(Operator.LESS, right, left);
      case ">=" -> new BinaryOperator(Operator.LESS_OR_EQUAL, right, left);
      case "|" -> new BinaryOperator(Operator.OR, left, right);
      case "#" -> new BinaryOperator(Operator.XOR, left, right);
      case "&" -> new BinaryOperator(Operator.AND, left, right);
      case "<<" -> new BinaryOperator(Operator.SHIFT_LEFT, left, right);
      case ">>" -> new BinaryOperator(Operator.SHIFT_RIGHT, left, right);
      case "+" -> new BinaryOperator(Operator.ADD, left, right);
      case "-" -> new BinaryOperator(Operator.SUBTRACT, left, right);
      case "*" -> new BinaryOperator(Operator.MULTIPLY, left, right);
      case "/" -> new BinaryOperator(Operator.DIVIDE, left, right);
      default -> new BinaryOperator(Operator.MODULO, left, right);
    };
  }

  private Expression is(Expression left, Token operator) throws SpecException {
    if (!operator.is("is")) {
      return Logic.is(left, ScriptValue.Kind.NULL, false, operator.is("notnull"));
    }
    boolean negated = takes("not");
    if (takes("null")) {
      return Logic.is(left, ScriptValue.Kind.NULL, false, negated);
    }
    boolean truth = takes("true");
    if (!truth) {
      take("false");
    }
    return Logic.is(left, ScriptValue.Kind.BOOLEAN, truth, negated);
  }

  private Expression operand() throws SpecException {
    Token token = peek();
    next++;
    switch (token.type()) {
      case INTEGER -> {
        return constant(integer(token, ""));
      }
      case REAL -> {
        return constant(Double.parseDouble(token.text()));
      }
      case VARIABLE -> {
        return variable(token.text(), variables);
      }
      case SYMBOL -> {
        return symbol(token);
      }
      case WORD -> {
        return word(token);
      }
      default -> {
        next--;
        throw unexpected();
      }
    }
  }

  private long integer(Token token, String sign) throws SpecException {
    try {
      return Long.parseLong(sign + token.text());
    } catch (NumberFormatException e) {
      throw new SpecException("the integer %s has more than 64 bits", token.text());
    }
  }

  private Expression symbol(Token token) throws SpecException {
    if (token.is("(")) {
      Expression inner = expression(OR);
      take(")");
      return inner;
    } else if (token.is("+")) {
      return expression(SIGN);
    } else if (token.is("-")) {
      if (peek().type() == Token.Type.INTEGER && peek().text().equals(LEAST)) {
        return constant(integer(tokens.get(next++), "-"));
      }
      return new BinaryOperator(Operator.SUBTRACT, constant(0L), expression(SIGN));
    } else if (token.is("~")) {
      return new BinaryOperator(Operator.XOR, constant(-1L), expression(BITS + 1));
    }
    next--;
    throw unexpected();
  }

  private Expression word(Token token) throws SpecException {
    switch (token.text()) {
      case "null" -> {
        return ScriptValue::setNull;
      }
      case "true" -> {
        return into -> into.set(true);
      }
      case "false" -> {
        return into -> into.set(false);
      }
      case "not" -> {
        return Logic.not(expression(NOT));
      }
      case "case" -> {
        return cases();
      }
      default -> {
        if (WORDS.contains(token.text())) {
          next--;
          throw unexpected();
        }
        return Functions.call(token.text(), arguments(token), variables, rng);
      }
    }
  }

  private List<Expression> arguments(Token function) throws SpecException {
    if (!peek().is("(")) {
      throw new SpecException(
          "%s is neither a :variable nor a function with its arguments in parentheses",
          function.shown());
    }
    next++;
    List<Expression> arguments = new ArrayList<>();
    if (takes(")")) {
      return arguments;
    }
    do {
      arguments.add(expression(OR));
    } while (takes(","));
    take(")");
    return arguments;
  }

  private Expression cases() throws SpecException {
    List<Expression> conditions = new ArrayList<>();
    List<Expression> results = new ArrayList<>();
    take("when");
    do {
      conditions.add(expression(OR));
      take("then");
      results.add(expression(OR));
    } while (takes("when"));
    results.add(takes("else") ? expression(OR) : ScriptValue::setNull);
    take("end");
    return Logic.cases(conditions, results);
  }

  private static Expression constant(long number) {
    return into -> into.set(number);
  }

  private static Expression constant(double number) {
    return into -> into.set(number);
  }

  static Expression variable(String name, Variables variables) {
    ScriptValue value = variables.get(name);
    return into -> {
      switch (value.kind()) {
        case UNSET -> throw EvaluationException.unset(name);
        case TEXT -> into.interpret(value.toString(), name);
        default -> into.copy(value);
      }
    };
  }
}
