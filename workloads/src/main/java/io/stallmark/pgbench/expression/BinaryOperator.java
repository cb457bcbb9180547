package io.stallmark.pgbench.expression;

/** Operator of two operands, which are both evaluated. NULL makes the result NULL. */
final class BinaryOperator implements Expression {

  /** What is done with the operands. */
  enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO,
    EQUAL,
    UNEQUAL,
    LESS,
    LESS_OR_EQUAL,
    AND,
    OR,
    XOR,
    SHIFT_LEFT,
    SHIFT_RIGHT
  }

  private final Operator operator;
  private final Expression first;
  private final Expression second;
  private final ScriptValue left = new ScriptValue();
  private final ScriptValue right = new ScriptValue();

  BinaryOperator(Operator operator, Expression first, Expression second) {
    this.operator = operator;
    this.first = first;
    this.second = second;
  }

  @Override
  public void evaluate(ScriptValue into) throws EvaluationException {
    first.evaluate(left);
    second.evaluate(right);
    if (left.isNull() || right.isNull()) {
      into.setNull();
      return;
    }
    boolean real = left.isReal() || right.isReal();
    switch (operator) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE -> {
        if (real) {
          into.set(ofReals(left.toReal(), right.toReal()));
        } else {
          into.set(ofIntegers(left.toInteger(), right.toInteger()));
        }
      }
      case EQUAL, UNEQUAL, LESS, LESS_OR_EQUAL ->
          into.set(
              real
                  ? compare(left.toReal(), right.toReal())
                  : compare(left.toInteger(), right.toInteger()));
      case MODULO -> into.set(modulo(left.toInteger(), right.toInteger()));
      default -> into.set(ofBits(left.toInteger(), right.toInteger()));
    }
  }

  private double ofReals(double a, double b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      default -> a / b;
    };
  }

  private long ofIntegers(long a, long b) throws EvaluationException {
    try {
      return switch (operator) {
        case ADD -> Math.addExact(a, b);
        case SUBTRACT -> Math.subtractExact(a, b);
        case MULTIPLY -> Math.multiplyExact(a, b);
        default -> quotient(a, b);
      };
    } catch (ArithmeticException e) {
      throw new EvaluationException("the result is out of the range of 64 bits");
    }
  }

  private static long quotient(long a, long b) throws EvaluationException {
    if (b == 0) {
      throw new EvaluationException("division by zero");
    }
    return b == -1 ? Math.negateExact(a) : a / b;
  }

  static long modulo(long a, long b) throws EvaluationException {
    if (b == 0) {
      throw new EvaluationException("division by zero");
    }
    return a % b;
  }

  private boolean compare(double a, double b) {
    return switch (operator) {
      case EQUAL -> a == b;
      case UNEQUAL -> a != b;
      case LESS -> a < b;
      default -> a <= b;
    };
  }

  private boolean compare(long a, long b) {
    return switch (operator) {
      case EQUAL -> a == b;
      case UNEQUAL -> a != b;
      case LESS -> a < b;
      default -> a <= b;
    };
  }

  private long ofBits(long a, long b) {
    return switch (operator) {
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHIFT_LEFT -> a << b;
      default -> a >> b;
    };
  }
}
