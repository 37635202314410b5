package coopcts.device.reference;

/** Opcodes of SPIR-V 1.6 and of the extensions in scope, as far as the interpreter knows them. */
final class Op {
  static final int NOP = 0;
  static final int UNDEF = 1;
  static final int SOURCE_CONTINUED = 2;
  static final int SOURCE = 3;
  static final int SOURCE_EXTENSION = 4;
  static final int NAME = 5;
  static final int MEMBER_NAME = 6;
  static final int STRING = 7;
  static final int LINE = 8;
  static final int EXTENSION = 10;
  static final int EXT_INST_IMPORT = 11;
  static final int EXT_INST = 12;
  static final int MEMORY_MODEL = 14;
  static final int ENTRY_POINT = 15;
  static final int EXECUTION_MODE = 16;
  static final int CAPABILITY = 17;
  static final int TYPE_VOID = 19;
  static final int TYPE_BOOL = 20;
  static final int TYPE_INT = 21;
  static final int TYPE_FLOAT = 22;
  static final int TYPE_VECTOR = 23;
  static final int TYPE_MATRIX = 24;
  static final int TYPE_ARRAY = 28;
  static final int TYPE_RUNTIME_ARRAY = 29;
  static final int TYPE_STRUCT = 30;
  static final int TYPE_POINTER = 32;
  static final int TYPE_FUNCTION = 33;
  static final int TYPE_FORWARD_POINTER = 39;
  static final int CONSTANT_TRUE = 41;
  static final int CONSTANT_FALSE = 42;
  static final int CONSTANT = 43;
  static final int CONSTANT_COMPOSITE = 44;
  static final int CONSTANT_NULL = 46;
  static final int SPEC_CONSTANT_TRUE = 48;
  static final int SPEC_CONSTANT_FALSE = 49;
  static final int SPEC_CONSTANT = 50;
  static final int SPEC_CONSTANT_COMPOSITE = 51;
  static final int SPEC_CONSTANT_OP = 52;
  static final int FUNCTION = 54;
  static final int FUNCTION_PARAMETER = 55;
  static final int FUNCTION_END = 56;
  static final int FUNCTION_CALL = 57;
  static final int VARIABLE = 59;
  static final int LOAD = 61;
  static final int STORE = 62;
  static final int COPY_MEMORY = 63;
  static final int ACCESS_CHAIN = 65;
  static final int IN_BOUNDS_ACCESS_CHAIN = 66;
  static final int PTR_ACCESS_CHAIN = 67;
  static final int ARRAY_LENGTH = 68;
  static final int DECORATE = 71;
  static final int MEMBER_DECORATE = 72;
  static final int DECORATION_GROUP = 73;
  static final int VECTOR_EXTRACT_DYNAMIC = 77;
  static final int VECTOR_INSERT_DYNAMIC = 78;
  static final int VECTOR_SHUFFLE = 79;
  static final int COMPOSITE_CONSTRUCT = 80;
  static final int COMPOSITE_EXTRACT = 81;
  static final int COMPOSITE_INSERT = 82;
  static final int COPY_OBJECT = 83;
  static final int TRANSPOSE = 84;
  static final int CONVERT_F_TO_U = 109;
  static final int CONVERT_F_TO_S = 110;
  static final int CONVERT_S_TO_F = 111;
  static final int CONVERT_U_TO_F = 112;
  static final int U_CONVERT = 113;
  static final int S_CONVERT = 114;
  static final int F_CONVERT = 115;
  static final int QUANTIZE_TO_F16 = 116;
  static final int CONVERT_PTR_TO_U = 117;
  static final int CONVERT_U_TO_PTR = 120;
  static final int BITCAST = 124;
  static final int S_NEGATE = 126;
  static final int F_NEGATE = 127;
  static final int I_ADD = 128;
  static final int F_ADD = 129;
  static final int I_SUB = 130;
  static final int F_SUB = 131;
  static final int I_MUL = 132;
  static final int F_MUL = 133;
  static final int U_DIV = 134;
  static final int S_DIV = 135;
  static final int F_DIV = 136;
  static final int U_MOD = 137;
  static final int S_REM = 138;
  static final int S_MOD = 139;
  static final int F_REM = 140;
  static final int F_MOD = 141;
  static final int VECTOR_TIMES_SCALAR = 142;
  static final int MATRIX_TIMES_SCALAR = 143;
  static final int VECTOR_TIMES_MATRIX = 144;
  static final int MATRIX_TIMES_VECTOR = 145;
  static final int MATRIX_TIMES_MATRIX = 146;
  static final int OUTER_PRODUCT = 147;
  static final int DOT = 148;
  static final int I_ADD_CARRY = 149;
  static final int I_SUB_BORROW = 150;
  static final int U_MUL_EXTENDED = 151;
  static final int S_MUL_EXTENDED = 152;
  static final int ANY = 154;
  static final int ALL = 155;
  static final int IS_NAN = 156;
  static final int IS_INF = 157;
  static final int LOGICAL_EQUAL = 164;
  static final int LOGICAL_NOT_EQUAL = 165;
  static final int LOGICAL_OR = 166;
  static final int LOGICAL_AND = 167;
  static final int LOGICAL_NOT = 168;
  static final int SELECT = 169;
  static final int I_EQUAL = 170;
  static final int I_NOT_EQUAL = 171;
  static final int U_GREATER_THAN = 172;
  static final int S_GREATER_THAN = 173;
  static final int U_GREATER_THAN_EQUAL = 174;
  static final int S_GREATER_THAN_EQUAL = 175;
  static final int U_LESS_THAN = 176;
  static final int S_LESS_THAN = 177;
  static final int U_LESS_THAN_EQUAL = 178;
  static final int S_LESS_THAN_EQUAL = 179;
  static final int F_ORD_EQUAL = 180;
  static final int F_UNORD_EQUAL = 181;
  static final int F_ORD_NOT_EQUAL = 182;
  static final int F_UNORD_NOT_EQUAL = 183;
  static final int F_ORD_LESS_THAN = 184;
  static final int F_UNORD_LESS_THAN = 185;
  static final int F_ORD_GREATER_THAN = 186;
  static final int F_UNORD_GREATER_THAN = 187;
  static final int F_ORD_LESS_THAN_EQUAL = 188;
  static final int F_UNORD_LESS_THAN_EQUAL = 189;
  static final int F_ORD_GREATER_THAN_EQUAL = 190;
  static final int F_UNORD_GREATER_THAN_EQUAL = 191;
  static final int SHIFT_RIGHT_LOGICAL = 194;
  static final int SHIFT_RIGHT_ARITHMETIC = 195;
  static final int SHIFT_LEFT_LOGICAL = 196;
  static final int BITWISE_OR = 197;
  static final int BITWISE_XOR = 198;
  static final int BITWISE_AND = 199;
  static final int NOT = 200;
  static final int BIT_FIELD_INSERT = 201;
  static final int BIT_FIELD_S_EXTRACT = 202;
  static final int BIT_FIELD_U_EXTRACT = 203;
  static final int BIT_REVERSE = 204;
  static final int BIT_COUNT = 205;
  static final int CONTROL_BARRIER = 224;
  static final int MEMORY_BARRIER = 225;
  static final int ATOMIC_LOAD = 227;
  static final int ATOMIC_STORE = 228;
  static final int ATOMIC_EXCHANGE = 229;
  static final int ATOMIC_COMPARE_EXCHANGE = 230;
  static final int ATOMIC_I_INCREMENT = 232;
  static final int ATOMIC_I_DECREMENT = 233;
  static final int ATOMIC_I_ADD = 234;
  static final int ATOMIC_I_SUB = 235;
  static final int ATOMIC_S_MIN = 236;
  static final int ATOMIC_U_MIN = 237;
  static final int ATOMIC_S_MAX = 238;
  static final int ATOMIC_U_MAX = 239;
  static final int ATOMIC_AND = 240;
  static final int ATOMIC_OR = 241;
  static final int ATOMIC_XOR = 242;
  static final int PHI = 245;
  static final int LOOP_MERGE = 246;
  static final int SELECTION_MERGE = 247;
  static final int LABEL = 248;
  static final int BRANCH = 249;
  static final int BRANCH_CONDITIONAL = 250;
  static final int SWITCH = 251;
  static final int KILL = 252;
  static final int RETURN = 253;
  static final int RETURN_VALUE = 254;
  static final int UNREACHABLE = 255;
  static final int NO_LINE = 317;
  static final int GROUP_ELECT = 333;
  static final int GROUP_ALL = 334;
  static final int GROUP_ANY = 335;
  static final int GROUP_ALL_EQUAL = 336;
  static final int GROUP_BROADCAST = 337;
  static final int GROUP_BROADCAST_FIRST = 338;
  static final int GROUP_BALLOT = 339;
  static final int GROUP_INVERSE_BALLOT = 340;
  static final int GROUP_BALLOT_BIT_EXTRACT = 341;
  static final int GROUP_BALLOT_BIT_COUNT = 342;
  static final int GROUP_BALLOT_FIND_LSB = 343;
  static final int GROUP_BALLOT_FIND_MSB = 344;
  static final int GROUP_SHUFFLE = 345;
  static final int GROUP_SHUFFLE_XOR = 346;
  static final int GROUP_SHUFFLE_UP = 347;
  static final int GROUP_SHUFFLE_DOWN = 348;
  static final int GROUP_I_ADD = 349;
  static final int GROUP_F_ADD = 350;
  static final int GROUP_I_MUL = 351;
  static final int GROUP_F_MUL = 352;
  static final int GROUP_S_MIN = 353;
  static final int GROUP_U_MIN = 354;
  static final int GROUP_F_MIN = 355;
  static final int GROUP_S_MAX = 356;
  static final int GROUP_U_MAX = 357;
  static final int GROUP_F_MAX = 358;
  static final int GROUP_AND = 359;
  static final int GROUP_OR = 360;
  static final int GROUP_XOR = 361;
  static final int GROUP_LOGICAL_AND = 362;
  static final int GROUP_LOGICAL_OR = 363;
  static final int GROUP_LOGICAL_XOR = 364;
  static final int GROUP_QUAD_BROADCAST = 365;
  static final int GROUP_QUAD_SWAP = 366;
  static final int MODULE_PROCESSED = 330;
  static final int EXECUTION_MODE_ID = 331;
  static final int DECORATE_ID = 332;
  static final int COPY_LOGICAL = 400;
  static final int PTR_EQUAL = 401;
  static final int PTR_NOT_EQUAL = 402;
  static final int PTR_DIFF = 403;
  static final int GROUP_ROTATE = 4431;
  static final int S_DOT = 4450;
  static final int U_DOT = 4451;
  static final int SU_DOT = 4452;
  static final int S_DOT_ACC_SAT = 4453;
  static final int U_DOT_ACC_SAT = 4454;
  static final int SU_DOT_ACC_SAT = 4455;
  static final int TYPE_COOPERATIVE_MATRIX = 4456;
  static final int COOPERATIVE_MATRIX_LOAD = 4457;
  static final int COOPERATIVE_MATRIX_STORE = 4458;
  static final int COOPERATIVE_MATRIX_MUL_ADD = 4459;
  static final int COOPERATIVE_MATRIX_LENGTH = 4460;
  static final int CONSTANT_COMPOSITE_REPLICATE = 4461;
  static final int SPEC_CONSTANT_COMPOSITE_REPLICATE = 4462;
  static final int COMPOSITE_CONSTRUCT_REPLICATE = 4463;
  static final int BIT_CAST_ARRAY_QCOM = 4497;
  static final int CONSTRUCT_MATRIX_QCOM = 4540;
  static final int EXTRACT_MATRIX_QCOM = 4541;
  static final int EXTRACT_SUB_ARRAY_QCOM = 4542;
  static final int TYPE_COOPERATIVE_VECTOR = 5288;
  static final int COOPERATIVE_VECTOR_MATRIX_MUL = 5289;
  static final int COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE = 5290;
  static final int COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE = 5291;
  static final int COOPERATIVE_VECTOR_MATRIX_MUL_ADD = 5292;
  static final int COOPERATIVE_MATRIX_CONVERT = 5293;
  static final int COOPERATIVE_VECTOR_LOAD = 5302;
  static final int COOPERATIVE_VECTOR_STORE = 5303;
  static final int TYPE_COOPERATIVE_MATRIX_NV = 5358;
  static final int COOPERATIVE_MATRIX_LOAD_NV = 5359;
  static final int COOPERATIVE_MATRIX_STORE_NV = 5360;
  static final int COOPERATIVE_MATRIX_MUL_ADD_NV = 5361;
  static final int COOPERATIVE_MATRIX_LENGTH_NV = 5362;
  static final int COOPERATIVE_MATRIX_REDUCE = 5366;
  static final int COOPERATIVE_MATRIX_LOAD_TENSOR = 5367;
  static final int COOPERATIVE_MATRIX_STORE_TENSOR = 5368;
  static final int COOPERATIVE_MATRIX_PER_ELEMENT_OP = 5369;
  static final int EMIT_MESH_TASKS = 5294;
  static final int SET_MESH_OUTPUTS = 5295;
  static final int TYPE_TENSOR_LAYOUT = 5370;
  static final int TYPE_TENSOR_VIEW = 5371;
  static final int CREATE_TENSOR_LAYOUT = 5372;
  static final int TENSOR_LAYOUT_SET_DIMENSION = 5373;
  static final int TENSOR_LAYOUT_SET_STRIDE = 5374;
  static final int TENSOR_LAYOUT_SLICE = 5375;
  static final int TENSOR_LAYOUT_SET_CLAMP_VALUE = 5376;
  static final int CREATE_TENSOR_VIEW = 5377;
  static final int TENSOR_VIEW_SET_DIMENSION = 5378;
  static final int TENSOR_VIEW_SET_STRIDE = 5379;
  static final int TENSOR_VIEW_SET_CLIP = 5382;
  static final int TENSOR_LAYOUT_SET_BLOCK_SIZE = 5384;
  static final int COOPERATIVE_MATRIX_TRANSPOSE = 5390;
  static final int ATOMIC_F_MIN = 5614;
  static final int ATOMIC_F_MAX = 5615;
  static final int ASSUME_TRUE = 5630;
  static final int EXPECT = 5631;
  static final int DECORATE_STRING = 5632;
  static final int MEMBER_DECORATE_STRING = 5633;
  static final int ATOMIC_F_ADD = 6035;

  private Op() {}

  /** Whether an instruction has no result at all. */
  static boolean hasNoResult(int opcode) {
    return switch (opcode) {
      case NOP,
          SOURCE_CONTINUED,
          SOURCE,
          SOURCE_EXTENSION,
          NAME,
          MEMBER_NAME,
          LINE,
          EXTENSION,
          MEMORY_MODEL,
          ENTRY_POINT,
          EXECUTION_MODE,
          CAPABILITY,
          TYPE_FORWARD_POINTER,
          FUNCTION_END,
          STORE,
          COPY_MEMORY,
          DECORATE,
          MEMBER_DECORATE,
          CONTROL_BARRIER,
          MEMORY_BARRIER,
          ATOMIC_STORE,
          LOOP_MERGE,
          SELECTION_MERGE,
          BRANCH,
          BRANCH_CONDITIONAL,
          SWITCH,
          KILL,
          RETURN,
          RETURN_VALUE,
          UNREACHABLE,
          NO_LINE,
          MODULE_PROCESSED,
          EXECUTION_MODE_ID,
          DECORATE_ID,
          COOPERATIVE_MATRIX_STORE,
          COOPERATIVE_MATRIX_STORE_NV,
          COOPERATIVE_MATRIX_STORE_TENSOR,
          COOPERATIVE_VECTOR_STORE,
          COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE,
          COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE,
          ASSUME_TRUE,
          EMIT_MESH_TASKS,
          SET_MESH_OUTPUTS,
          DECORATE_STRING,
          MEMBER_DECORATE_STRING ->
          true;
      default -> false;
    };
  }

  /** Whether an instruction has a result but no result type. */
  static boolean hasUntypedResult(int opcode) {
    return opcode >= TYPE_VOID && opcode <= TYPE_FUNCTION
        || opcode == STRING
        || opcode == EXT_INST_IMPORT
        || opcode == LABEL
        || opcode == DECORATION_GROUP
        || opcode == TYPE_COOPERATIVE_MATRIX
        || opcode == TYPE_COOPERATIVE_MATRIX_NV
        || opcode == TYPE_COOPERATIVE_VECTOR
        || opcode == TYPE_TENSOR_LAYOUT
        || opcode == TYPE_TENSOR_VIEW;
  }
}
