{{
    rankhouse.detection_metrics(
        ref("detected_boxes"),
        ref("true_boxes"),
        iou_thresholds=[0.3],
        by=["system"],
    )
}}
